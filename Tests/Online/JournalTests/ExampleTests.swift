// SPDX-License-Identifier: Apache-2.0

import Journal
import Testing

/// The example in `Journal.md`.
struct ExampleTests {
    @Test func `the documented example records a transaction from queueing to inclusion`() throws {
        let home = Home()
        let (signed, signatures) = (
            transaction(1), [RecordedSignature(hash: hash(1), hint: "00ff00ff", signature: "AAAA")]
        )
        let journal: any RequestJournal = try JournalOpener(folder: home.folder + "/online") { 1_000 }.open()
        try journal.queue(1) { _ in (signed, signatures) }
        _ = try journal.perform([.attempt(hash: signed.hash)])  // on disk: from here on it may have arrived
        let known = try journal.perform([.outcome(hash: signed.hash, .included(ledger: 51_234_567, resultXDR: nil))])
        #expect(known[0].state == .included)
    }
}
