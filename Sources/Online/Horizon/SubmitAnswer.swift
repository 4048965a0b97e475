// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP

/// The result of submitting a transaction.
package enum SubmitAnswer: Hashable, Sendable {
    /// It is in a ledger; the record says whether it succeeded.
    case inLedger(InclusionRecord)
    /// It failed, in a ledger or before reaching one: look it up by its hash before concluding anything.
    case refused(SubmitRefusal)
    /// Rejected without being passed to the network: too many requests, or a stale history. The seconds to wait, if stated.
    case busy(status: Int, retryAfter: Int?)
    /// The network's queue has it, newly or already; this does not guarantee that it will be applied.
    case queued(isNew: Bool)
    /// The network's queue does not accept it yet: it holds another transaction of this account, or requires a higher fee.
    case queueIsFull
    /// The server has no `/transactions_async`; nothing was submitted.
    case noQueue
    /// Rejected for good: the server cannot parse it. The reason is for people, escaped.
    case turnedAway(reason: String)
    /// Rejected without being read: this server accepts no transactions, or none from this client. Another may. The reason is as above.
    case closed(reason: String)
    /// Rejected by the server's own rules, without being passed to the network: another server may take this transaction.
    case declined(reason: String)
    /// A 4xx that is not in Horizon's format: nothing was submitted, and the server is not a Horizon server.
    case notHorizon(status: Int)
    /// No byte was sent.
    case notSent(HTTPError)
    /// Unknown outcome: look it up by its hash until it is found or has expired.
    case uncertain(reason: String)

    /// The answer of a server that says that the network refuses it, with a result that this version does not know, or none. It may be applied
    /// yet.
    package static func unexplained(resultXDR: String?) -> SubmitAnswer {
        let code = resultXDR.flatMap { UnknownResult.text(ofResultXDR: $0) }
        return .uncertain(reason: "the network refuses it " + (code.map { "with \($0)" } ?? "and does not say why"))
    }
}
