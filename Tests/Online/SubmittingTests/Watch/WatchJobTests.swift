// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Submitting

/// The job of `watch`. What it finds of an account is tested with `WatchReport`.
struct WatchJobTests {
    private let recorded = RecordedAccount()
    private let alice: AccountID

    init() throws { alice = try AccountID(address: RecordedAccount.alice) }

    private func job(of count: Int = 1, accepts: Bool = false) -> WatchJob {
        WatchJob(
            Array(repeating: AccountReference(alice), count: count), on: .testnet, in: recorded.online,
            now: Timestamp(1_790_000_000), accepts: accepts)
    }

    private func seen() throws -> WatchedAccount? {
        try recorded.online.journal().watched(network: .testnet, account: alice)
    }

    /// Records that the account did not exist.
    private func forgetAlice() throws -> WatchedAccount {
        let absent = WatchedAccount(
            network: .testnet, account: alice, state: AccountSnapshot.text(of: nil), cursor: nil, ledger: 1, seen: 1)
        try recorded.online.journal().keep(absent)
        return absent
    }

    @Test func `an account that is named twice is observed once, and recorded`() throws {
        var told: [WatchReport] = []
        #expect(try job(of: 2).run { told.append($0) } == nil)
        #expect(told.count == 1)
        #expect(try seen() != nil)
        #expect(try job().run { _ in } == nil)
    }

    @Test func `what could not be told is not recorded`() throws {
        let failure = #expect(throws: Failure.self) {
            try job().run { _ throws(Failure) in throw Failure(.cannotCreate, "full") }
        }
        #expect(failure?.message == "full")
        #expect(try seen() == nil)
    }

    @Test func `an alarm is a failure, and repeated until the state is accepted`() throws {
        let absent = try forgetAlice()
        for _ in 0..<2 {
            #expect(try job().run(alarmsOnly: true) { _ in } != nil)
            #expect(try seen() == absent)
        }
        #expect(try job(accepts: true).run { _ in } == nil)
        #expect(try seen() != absent)
        #expect(try job().run { _ in } == nil)
    }

    @Test func `rejects an offline context before it opens a journal`() {
        let job = WatchJob(
            [AccountReference(alice)], on: .testnet, in: recorded.context, now: Timestamp(1_790_000_000))
        #expect(throws: Failure.self) { try job.run { _ in } }
        #expect(!recorded.hasJournal)
    }
}
