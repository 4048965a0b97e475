// SPDX-License-Identifier: Apache-2.0

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
