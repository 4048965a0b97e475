// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP

/// What came of posting a transaction.
package enum SubmitAnswer: Hashable, Sendable {
    /// It is in a ledger; whether it did what it says, the record says.
    case inLedger(InclusionRecord)
    /// It failed, in a ledger or before one: look it up by its hash before anything is concluded.
    case refused(SubmitRefusal)
    /// Turned away without being passed on to the network: too many requests, a stale history. Seconds to wait, if told.
    case busy(status: Int, retryAfter: Int?)
    /// The network's queue has it, from now on or already: no promise that it gets into a ledger.
    case queued(isNew: Bool)
    /// The network's queue takes it only later: it holds another transaction of this account, or wants a higher fee just now.
    case queueIsFull
    /// The server has no `/transactions_async`, and nothing was submitted.
    case noQueue
    /// Turned away for good: Horizon cannot read it.
    case turnedAway(HorizonProblem)
    /// Turned away unread: this Horizon takes no transactions, or not from here. Another may.
    case closed(HorizonProblem)
    /// The server gave a 4xx that is not in Horizon's form: nothing was submitted, and this is no Horizon.
    case notHorizon(status: Int)
    /// Not one byte was sent.
    case notSent(HTTPError)
    /// It may be on its way: look it up by its hash until it is found or can no longer become valid.
    case uncertain(reason: String)
}
