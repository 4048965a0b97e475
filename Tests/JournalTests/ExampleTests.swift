// SPDX-License-Identifier: Apache-2.0

import Journal
import Testing

/// The example of `Journal.md`.
struct ExampleTests {
    @Test func `a transaction goes its way through the journal`() throws {
        let home = try Home()
        let signed = transaction(1)
        let journal: any RequestJournal = try SQLiteJournal(folder: home.folder + "/online") { 1_000 }
        _ = try journal.queue(signed)
        _ = try journal.beginAttempt(hash: signed.hash)  // on disk: from here on it may have arrived
        let known = try journal.finish(hash: signed.hash, .included(ledger: 51_234_567, resultXDR: nil))
        #expect(known.state == .included)
    }
}
