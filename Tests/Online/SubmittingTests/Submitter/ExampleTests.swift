// SPDX-License-Identifier: Apache-2.0

import HTTP
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import TestSupport
import Testing

/// The example in `Submitter.md`.
struct ExampleTests {
    @Test func `the documented example submits a queued transaction until it is included`() throws {
        let folder = TemporaryFolder()
        let journal = try JournalOpener(folder: folder.path) { 1_000_000 }.open()
        let hash = FakeHorizon.hash
        let source = FakeHorizon.aliceID
        let signed = SignedTransaction(
            hash: hash, network: .testnet, envelope: "AAAA", source: source, sequence: 101, maxTime: nil)
        try journal.queue(1) { _ in (signed, []) }
        let http = SequentialMultiplexer(FakeHorizon(FakeHorizon.State()).transport)
        let server = try HTTPURL("http://127.0.0.1:8000/")
        let transaction = PendingTransaction(hash: hash, source: source, sequence: 101, maxTime: nil)
        let submitter = Submitter(
            [transaction], servers: [HorizonServer(server)], http: http, journal: journal,
            clock: SystemMonotonicClock(),
            settings: Submitter.Settings(wait: 60))
        try submitter.run { place, submission, ending throws(JournalError) in
            #expect(place == 0 && submission.state == .included && ending == .known)
        }
        #expect(submitter.counts.included == 1)
    }
}
