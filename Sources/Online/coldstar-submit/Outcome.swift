// SPDX-License-Identifier: Apache-2.0

import Faults
import Horizon
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec

/// Reports the outcome of each transaction, and determines the exit code.
struct Outcome {
    let json: Bool
    private var worst: Failure?

    init(json: Bool) { self.json = json }

    /// Reports one transaction.
    ///
    /// - Parameters:
    ///   - wasThere: whether it had been applied before this run submitted anything.
    ///   - operations: the operations' types, which make the explanation of a failure more precise.
    mutating func add(
        _ submission: Submission, _ ending: Submitter.Ending, wasThere: Bool, operations: [OperationType] = []
    ) {
        if let failure = Self.failure(submission, ending, operations) { add(failure) }
        let line =
            json
            ? Self.document(submission, ending, wasThere: wasThere).text()
            : Self.line(submission, ending, wasThere: wasThere)
        if json {
            // A closed pipe does not change what was applied; the exit code reports that.
            try? Console.put(line: line)
        } else {
            Console.say(line)
        }
    }

    /// Prints the JSON document of a transaction that could not be continued.
    ///
    /// - Parameter submission: nil if it is not in the journal and this run did not submit it.
    func tell(_ hash: TransactionHash, _ submission: Submission?, _ failure: Failure) {
        guard json else { return }
        let document: JSON =
            submission.map { Self.document($0) } ?? [
                "version": 1, "hash": .string(hash.hex), "status": "pending", "attempts": 0, "state": "new",
                "reason": .string(failure.message),
            ]
        try? Console.put(line: document.text())
    }

    /// Adds a failure that does not belong to a single transaction.
    mutating func add(_ failure: Failure) {
        if Self.gravity(failure) > worst.map(Self.gravity) ?? -1 { worst = failure }
    }

    /// Throws the most severe failure, if there is any.
    func end() throws(Failure) {
        if let worst { throw worst }
    }

    /// The severity of a failure: an unknown outcome outweighs a final one.
    private static func gravity(_ failure: Failure) -> Int {
        switch failure.kind {
        case .unknownYet: 4
        case .protocolBroken: 3
        case .unreachable: 2
        default: 1
        }
    }

    private static func failure(
        _ submission: Submission, _ ending: Submitter.Ending, _ operations: [OperationType]
    ) -> Failure? {
        let hash = submission.transaction.hash
        switch ending {
        case .known: break
        case .blocked(let behind):
            return Failure(
                .refusedByLedger, "\(hash) was not submitted: \(behind), before it on the same account, failed",
                hint: "find out why; then send the file again with --past-failures, or rebuild the rest")
        case .waiting(let behind):
            return Failure(
                .unknownYet, "\(hash) was not submitted yet: the outcome of \(behind), before it, is unknown",
                hint: "do not rebuild it; run coldstar-submit resume to continue with both")
        }
        switch submission.state {
        case .included: return nil
        case .queued:
            return Failure(
                .unreachable, "\(hash) was not submitted: \(submission.error ?? "the server is busy")",
                hint: "run the same command again, or coldstar-submit resume")
        case .sent, .pending:
            return Failure(
                .unknownYet, "\(hash): the outcome is unknown (\(submission.error ?? "no answer"))",
                hint: "do not rebuild it; run coldstar-submit resume to continue")
        case .expired:
            return Failure(
                .refusedByLedger, "\(hash) expired (tx_too_late) without being applied",
                hint: "it can no longer be applied; build and sign it again")
        case .failed: return refusal(submission, operations)
        }
    }

    private static func refusal(_ submission: Submission, _ operations: [OperationType]) -> Failure {
        let hash = submission.transaction.hash
        let place = submission.ledger.map { "failed in ledger \($0), fee paid" } ?? "was rejected by the network"
        guard let codes = codes(submission) else {
            return Failure(.refusedByLedger, "\(hash) \(place): \(submission.reason ?? "reason unknown")")
        }
        let code = codes.failedOperation.map { "\(codes.decisive), \($0.code)" } ?? codes.decisive
        let words = ResultText.explain(codes, operations: operations)
        // For some codes the journal has more detail.
        let more = submission.error.flatMap { $0.hasPrefix(code) ? $0 : nil } ?? code
        return Failure(.refusedByLedger, "\(hash) \(place): \(words.meaning) (\(more))", hint: words.advice)
    }

    private static func codes(_ submission: Submission) -> ResultCodes? {
        submission.codes.flatMap { try? JSON(parsing: Array($0.utf8)) }.flatMap { try? ResultCodes($0) }
    }

    private static func line(_ submission: Submission, _ ending: Submitter.Ending, wasThere: Bool) -> String {
        let hash = submission.transaction.hash
        switch ending {
        case .known: break
        case .blocked(let behind): return "\(hash)  not submitted: \(behind) failed before it"
        case .waiting(let behind): return "\(hash)  not submitted yet, waiting for \(behind)"
        }
        return switch submission.state {
        case .included where wasThere:
            "\(hash)  was already applied in ledger \(submission.ledger ?? 0); nothing was submitted"
        case .included: "\(hash)  applied in ledger \(submission.ledger ?? 0)"
        case .failed: "\(hash)  failed" + (submission.ledger.map { " in ledger \($0)" } ?? "")
        case .expired: "\(hash)  expired"
        case .queued: "\(hash)  not submitted"
        case .sent, .pending: "\(hash)  pending"
        }
    }

    /// The JSON document of `send --json`.
    private static func document(
        _ submission: Submission, _ ending: Submitter.Ending = .known, wasThere: Bool = false
    ) -> JSON {
        let behind = if case .waiting(let behind) = ending { behind } else { nil as String? }
        return submission.document(wasThere: wasThere, waitingFor: behind)
    }
}
