// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

/// Runs submitters, shows how far they are, and tells what became of the transactions, in the order in which they were given.
struct SubmitRun {
    private let journal: SQLiteJournal
    private var outcome: Outcome

    init(_ journal: SQLiteJournal, json: Bool) {
        self.journal = journal
        outcome = Outcome(json: json)
    }

    mutating func go(_ submitter: Submitter, _ targets: [Target]) throws(Failure) {
        var endings: [Int: Submitter.Ending] = [:]
        var next = 0
        var progress = Progress(total: targets.count)
        try submitter.run { id, ending throws(Failure) in
            endings[id] = ending
            // In their order, and from the journal: that is what is known on disk.
            while let ending = endings.removeValue(forKey: next) {
                progress.clear()
                try tell(targets[next], ending)
                next += 1
            }
        } remark: { words in
            progress.clear()
            Console.say(words)
        } tick: { counts in
            progress.show(counts)
        }
        progress.clear()
        if targets.count > 1 { Console.say(Progress.line(submitter.counts, seconds: 0)) }
        if let fault = submitter.fault { outcome.add(fault) }
    }

    func end() throws(Failure) { try outcome.end() }

    private mutating func tell(_ target: Target, _ ending: Submitter.Ending) throws(Failure) {
        let found: Submission?
        do { found = try journal.submission(hash: target.hash.hex) } catch { throw Failure(error) }
        guard let found else { throw Failure(JournalError.unknownHash(target.hash.hex)) }
        outcome.add(found, ending, operations: found.state == .failed ? Self.operations(found) : [])
    }

    /// The types of its operations, which make the words for a refusal more exact.
    private static func operations(_ submission: Submission) -> [OperationType] {
        guard let bytes = try? Base64.decode(submission.transaction.envelope),
            let envelope = try? TransactionEnvelope(xdr: bytes)
        else { return [] }
        return envelope.innermost.operations.map(\.type)
    }
}
