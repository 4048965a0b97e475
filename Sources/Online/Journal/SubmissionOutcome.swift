// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The outcome of an attempt or a lookup.
package enum SubmissionOutcome: Hashable, Sendable {
    /// The current attempt certainly had no effect: no byte was sent, the server rejected it unread (too many requests), or the network
    /// refused it for something that other transactions remedy, with these codes.
    case notSent(reason: String, codes: ResultCodes? = nil)
    /// It may have arrived, or a lookup could not tell.
    case unknown(reason: String)
    /// Found in a ledger, successful. `as` is the hash under which it was applied, if it is another one: that of a fee
    /// bump around it, or of its inner transaction.
    case included(ledger: Int64, resultXDR: String?, as: TransactionHash? = nil)
    /// Rejected by the network, or failed in a ledger. `ledger` is nil when it is in no ledger, which after an earlier
    /// attempt of unknown outcome must have been looked up.
    case failed(ledger: Int64?, resultXDR: String?, codes: ResultCodes?, reason: String, as: TransactionHash? = nil)
    /// Its validity has ended, a ledger has closed after that, and it is in none.
    case expired(reason: String)

    /// The resulting state in the journal.
    ///
    /// - Parameter doubtful: whether an earlier attempt may have arrived.
    func state(doubtful: Bool) -> SubmissionState {
        switch self {
        case .notSent: doubtful ? .pending : .queued
        case .unknown: .pending
        case .included: .included
        case .failed: .failed
        case .expired: .expired
        }
    }

    /// Whether it failed or expired, as opposed to an open or unknown outcome.
    package var isFailure: Bool {
        switch self {
        case .failed, .expired: true
        case .notSent, .unknown, .included: false
        }
    }

    var reason: String? {
        switch self {
        case .notSent(let reason, _), .unknown(let reason), .failed(_, _, _, let reason, _), .expired(let reason):
            reason
        case .included: nil
        }
    }

    var ledger: Int64? {
        switch self {
        case .included(let ledger, _, _): ledger
        case .failed(let ledger, _, _, _, _): ledger
        case .notSent, .unknown, .expired: nil
        }
    }

    var resultXDR: String? {
        switch self {
        case .included(_, let xdr, _), .failed(_, let xdr, _, _, _): xdr
        case .notSent, .unknown, .expired: nil
        }
    }

    var codes: ResultCodes? {
        switch self {
        case .failed(_, _, let codes, _, _), .notSent(_, let codes): codes
        case .unknown, .included, .expired: nil
        }
    }

    /// The hash under which it was applied, if it is another one.
    var place: TransactionHash? {
        switch self {
        case .included(_, _, let place), .failed(_, _, _, _, let place): place
        case .notSent, .unknown, .expired: nil
        }
    }
}
