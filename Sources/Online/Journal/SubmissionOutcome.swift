// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import Stellar

/// The outcome of an attempt or a lookup.
package enum SubmissionOutcome: Hashable, Sendable {
    /// The current attempt certainly had no effect: no byte was sent, the server rejected it unread (too many
    /// requests), or the network refused it for something that other transactions remedy, with these codes.
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

/// The effect of an outcome on a submission's state.
enum Transition: Hashable {
    /// No change: the known state is final, and the outcome does not contradict it.
    case none
    case to(SubmissionState, doubtful: Int)
    case illegal(SubmissionState)

    init(of known: Submission, by outcome: SubmissionOutcome) {
        let state = outcome.state(doubtful: known.doubtfulAttempts > 0)
        if known.isFinal {
            self = Self.agrees(known, outcome) ? .none : .illegal(state)
            return
        }
        switch (known.state, outcome) {
        case (.sent, .unknown): self = .to(state, doubtful: known.doubtfulAttempts + 1)
        case (.sent, _), (.pending, .unknown): self = .to(state, doubtful: known.doubtfulAttempts)
        // Without an attempt in progress, none can have failed to be sent or been rejected.
        case (_, .notSent), (_, .unknown), (.queued, .failed(ledger: nil, _, _, _, _)): self = .illegal(state)
        // Found by a lookup: it may have been submitted from another machine.
        case (_, .included), (_, .failed), (_, .expired): self = .to(state, doubtful: known.doubtfulAttempts)
        }
    }

    /// Of two programs that follow one transaction, the slower one may know less, but must not contradict.
    private static func agrees(_ known: Submission, _ outcome: SubmissionOutcome) -> Bool {
        switch outcome {
        case .notSent, .unknown: true
        case .included(let ledger, _, _): known.state == .included && known.ledger == ledger
        case .failed(let ledger?, _, _, _, _): known.state == .failed && known.ledger == ledger
        // The network rejects the repetition of an applied transaction for its sequence number.
        case .failed(nil, _, _, _, _): true
        case .expired: known.state == .expired
        }
    }
}
