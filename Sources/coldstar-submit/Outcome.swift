// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Horizon
import Journal
import Stellar
import StellarXDR
import Submitter
import TextCodec

/// Tells what became of transactions, one after the other, and how the program ends.
struct Outcome {
    let json: Bool
    private var worst: Failure?

    init(json: Bool) { self.json = json }

    /// Reports one transaction.
    ///
    /// - Parameters:
    ///   - wasThere: whether it was in the ledger before anything was sent from here.
    ///   - operations: their types, which make the words for a refusal more exact.
    mutating func add(
        _ submission: Submission, _ ending: Submitter.Ending, wasThere: Bool, operations: [OperationType] = []
    ) {
        if let failure = Self.failure(submission, ending, operations) { add(failure) }
        let line =
            json
            ? Self.document(submission, ending, wasThere: wasThere).text()
            : Self.line(submission, ending, wasThere: wasThere)
        if json {
            // A reader that went away does not change what happened in the ledger, which the exit code tells.
            try? Console.put(line: line)
        } else {
            Console.say(line)
        }
    }

    /// Tells a program what is known of a transaction that could not be gone on with.
    ///
    /// - Parameter submission: nil when the journal has not taken it, and nobody has sent it from here.
    func tell(_ hash: TransactionHash, _ submission: Submission?, _ failure: Failure) {
        guard json else { return }
        let document: JSON =
            submission.map { Self.document($0) } ?? [
                "version": 1, "hash": .string(hash.hex), "status": "pending", "attempts": 0, "state": "new",
                "reason": .string(failure.message),
            ]
        try? Console.put(line: document.text())
    }

    /// Keeps a failure that is not one transaction's.
    mutating func add(_ failure: Failure) {
        if Self.gravity(failure) > worst.map(Self.gravity) ?? -1 { worst = failure }
    }

    /// Ends well, or with the gravest failure.
    func end() throws(Failure) {
        if let worst { throw worst }
    }

    /// What needs somebody to come back outweighs what is over.
    private static func gravity(_ failure: Failure) -> Int {
        switch failure.code {
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
        case .dead(let behind):
            return Failure(
                .refusedByLedger, "\(hash) was not sent: \(behind), before it on the same account, failed",
                hint: "find out why; then send the file again with --past-failures, or build the rest anew")
        case .waiting(let behind):
            return Failure(
                .unknownYet, "\(hash) was not sent so far: the outcome of \(behind), before it, is not known yet",
                hint: "do not build it anew; coldstar-submit resume goes on with both")
        }
        switch submission.state {
        case .included: return nil
        case .queued:
            return Failure(
                .unreachable, "\(hash) was not sent: \(submission.error ?? "the server is busy")",
                hint: "nothing is lost; run the same command again, or coldstar-submit resume")
        case .sent, .pending:
            return Failure(
                .unknownYet, "\(hash): the outcome is not known yet (\(submission.error ?? "no answer"))",
                hint: "do not build it anew; coldstar-submit resume goes on with it")
        case .expired:
            return Failure(
                .refusedByLedger, "\(hash) expired (tx_too_late): its validity ended and no ledger has it",
                hint: "it can never go in any more; build and sign it anew")
        case .failed: return refusal(submission, operations)
        }
    }

    private static func refusal(_ submission: Submission, _ operations: [OperationType]) -> Failure {
        let hash = submission.transaction.hash
        let place = submission.ledger.map { "failed in ledger \($0), fee paid" } ?? "was refused by the network"
        guard let codes = codes(submission) else {
            return Failure(.refusedByLedger, "\(hash) \(place): \(submission.reason ?? "no reason is known")")
        }
        let code = codes.failedOperation.map { "\(codes.decisive), \($0.code)" } ?? codes.decisive
        let words = ResultText.explain(codes, operations: operations)
        // Of some codes the journal knows more.
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
        case .dead(let behind): return "\(hash)  not sent: \(behind) failed before it"
        case .waiting(let behind): return "\(hash)  not sent so far, waits for \(behind)"
        }
        return switch submission.state {
        case .included where wasThere:
            "\(hash)  was in ledger \(submission.ledger ?? 0) already; nothing was sent"
        case .included: "\(hash)  in ledger \(submission.ledger ?? 0)"
        case .failed: "\(hash)  failed" + (submission.ledger.map { " in ledger \($0)" } ?? "")
        case .expired: "\(hash)  expired"
        case .queued: "\(hash)  not sent"
        case .sent, .pending: "\(hash)  pending"
        }
    }

    /// The line of `send --json`.
    static func document(
        _ submission: Submission, _ ending: Submitter.Ending = .known, wasThere: Bool = false
    ) -> JSON {
        var members: [(String, JSON)] = [
            ("version", 1), ("hash", .string(submission.transaction.hash)),
            ("status", .string(submission.held == nil ? status(submission.state) : "failed")),
        ]
        if let ledger = submission.ledger { members.append(("ledger", .integer(ledger))) }
        if let codes = submission.codes.flatMap({ try? JSON(parsing: Array($0.utf8)) }) {
            members.append(("result_codes", codes))
        } else if submission.state == .expired {
            members.append(("result_codes", ["transaction": "tx_too_late"]))
        }
        members.append(("attempts", .integer(submission.attempts)))
        members.append(("state", .string(submission.state.rawValue)))
        if wasThere { members.append(("already", true)) }
        if let reason = reason(submission, ending) { members.append(("reason", .string(reason))) }
        return .object(JSONObject(members))
    }

    private static func reason(_ submission: Submission, _ ending: Submitter.Ending) -> String? {
        if let held = submission.held { return "not sent: \(held)" }
        if case .waiting(let behind) = ending { return "not sent so far: it waits for \(behind)" }
        return submission.reason
    }

    private static func status(_ state: SubmissionState) -> String {
        switch state {
        case .included: "success"
        case .failed, .expired: "failed"
        case .queued, .sent, .pending: "pending"
        }
    }
}
