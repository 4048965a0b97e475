// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import HTTP
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// What is done where servers say different things of an account.
struct SecondOpinionTests {
    private static let alice = AccountID.ed25519(Uint256(sha256: [1]))

    private static func record(
        sequence: Int64 = 100, lumens: Int64 = 50, modified: Int64 = 1000
    ) -> AccountRecord {
        let balance = AccountBalance(
            holding: .asset(.native), balance: Amount(stroops: lumens), limit: nil,
            buyingLiabilities: Amount(stroops: 0), sellingLiabilities: Amount(stroops: 0), isAuthorized: true,
            maintainsLiabilities: true, isClawbackEnabled: false, sponsor: nil)
        return AccountRecord(
            id: alice, sequence: sequence, sequenceLedger: nil, sequenceTime: nil, subentryCount: 0, sponsoring: 0,
            sponsored: 0, sponsor: nil, balances: [balance], signers: [],
            thresholds: AccountRecord.Thresholds(low: 0, medium: 0, high: 0), flags: AccountRecord.Flags(),
            homeDomain: nil, data: [:], inflationDestination: nil, lastModifiedLedger: modified)
    }

    /// A ledger of one account, with other servers.
    private struct Fake: LedgerAPI {
        typealias Failure = Codec.Failure

        var own: AccountRecord?
        var opinions: [SecondOpinion]

        var network: Network { .testnet }
        var ledgerTime: Int64? { nil }
        var remarks: [String] { [] }
        var protocolVersion: Int? { nil }
        var oldestLedger: UInt32? { nil }
        var ledgers: ClosedRange<UInt32>? { nil }
        var horizon: HorizonClient? { nil }
        var servers: [any LedgerServer] { [] }
        var finders: [OutcomeFinder] { [] }

        mutating func fetch(
            _ ids: [AccountID], over http: any HTTPMultiplexer, parallel: Int,
            progress: (_ done: Int, _ total: Int) -> Void
        ) throws(Codec.Failure) {}
        func seen(_ id: AccountID) -> AccountRecord? { own }
        func marketFee(forContracts: Bool) throws(Codec.Failure) -> Int64 { 100 }
        func numberUser(
            of transaction: some SoughtTransaction, lastUsedIn ledger: Int64
        ) -> LedgerAnswer.NumberUser { .unseen }
        mutating func ledger() throws(Codec.Failure) -> LedgerRecord { throw Codec.Failure(.bug, "not asked") }
        mutating func account(_ id: AccountID) throws(Codec.Failure) -> AccountRecord? { own }
        mutating func claimableBalance(
            _ id: ClaimableBalanceID
        ) throws(Codec.Failure) -> ClaimableBalanceRecord? { nil }
    }

    /// Answers in turn, the last one for ever.
    private static func server(_ answers: [(AccountRecord?, UInt32?)], _ name: String = "other") -> SecondOpinion {
        let turn = Turn()
        return SecondOpinion(name) { _ throws(Failure) in
            let index = min(turn.next(), answers.count - 1)
            return (answers[index].0, answers[index].1)
        }
    }

    private final class Turn: @unchecked Sendable {
        private var count = 0
        func next() -> Int {
            defer { count += 1 }
            return count
        }
    }

    /// - Parameter later: what the first server says when it is asked again, in turn; nil for the same as before.
    private static func confirm(
        _ own: AccountRecord?, later: [AccountRecord?]? = nil, by others: [SecondOpinion], pauses: inout [UInt64]
    ) throws(Failure) -> [Notice] {
        let first = server((later ?? [own]).map { ($0, nil) }, "first")
        var fake = Fake(own: own, opinions: [first] + others)
        return try fake.confirm([alice]) { pauses.append($0) }
    }

    @Test func `says nothing where all agree`() throws {
        var pauses: [UInt64] = []
        let same = Self.server([(Self.record(modified: 900), 1000)])
        #expect(try Self.confirm(Self.record(), by: [same, same], pauses: &pauses).isEmpty)
        #expect(try Self.confirm(nil, by: [Self.server([(nil, 1000)])], pauses: &pauses).isEmpty)
        #expect(try Self.confirm(Self.record(), by: [], pauses: &pauses).isEmpty && pauses.isEmpty)
    }

    @Test(
        arguments: [
            (record(), record(sequence: 107), "100", "107"), (record(), record(lumens: 51), "0.000005", "0.0000051"),
            (record(), nil, "exists", "does not exist"), (nil, record(), "does not exist", "exists"),
            (record(), record(sequence: 107, modified: 2000), "100", "107"),
            (record(sequence: 107), record(), "107", "100"),
        ] as [(AccountRecord?, AccountRecord?, String, String)])
    func `stops with what each says`(own: AccountRecord?, other: AccountRecord?, one: String, two: String) {
        var pauses: [UInt64] = []
        let failure = #expect(throws: Failure.self) {
            try Self.confirm(own, by: [Self.server([(other, 3000)])], pauses: &pauses)
        }
        #expect(failure?.kind == .protocolBroken)
        #expect(failure?.message.contains(one) == true && failure?.message.contains("other that it") == true)
        #expect(failure?.message.contains(two) == true && failure?.message.hasPrefix("first says") == true)
    }

    /// The other server has seen a payment that came while the account was read.
    @Test func `goes on where an account was paid between two answers`() throws {
        var pauses: [UInt64] = []
        let paid = Self.record(lumens: 51, modified: 1001)
        for later in [[paid], [Self.record(), paid]] {
            let notices = try Self.confirm(
                Self.record(), later: later, by: [Self.server([(paid, 1001)])], pauses: &pauses)
            #expect(notices.isEmpty)
        }
        #expect(pauses == [2])
    }

    @Test func `asks for another try where a sequence number changed between two answers`() {
        var pauses: [UInt64] = []
        let used = Self.record(sequence: 101, modified: 1001)
        for (before, after) in [(Self.record(), used), (nil, used), (Self.record(), nil)] {
            let failure = #expect(throws: Failure.self) {
                try Self.confirm(before, later: [after], by: [Self.server([(after, 1001)])], pauses: &pauses)
            }
            #expect(failure?.kind == .unreachable && failure?.message.contains("changed while") == true)
        }
        #expect(pauses.isEmpty)
    }

    @Test func `waits for a server that has not seen the last change yet`() throws {
        var pauses: [UInt64] = []
        let late = Self.server([
            (Self.record(sequence: 99, modified: 900), 999), (Self.record(sequence: 99, modified: 900), 999),
            (Self.record(), 1001),
        ])
        #expect(try Self.confirm(Self.record(), by: [late], pauses: &pauses).isEmpty)
        #expect(pauses == [2, 2])
    }

    @Test func `names a server that stands still, and believes none that has seen the ledger`() throws {
        var pauses: [UInt64] = []
        let old = Self.record(sequence: 99, modified: 900)
        let notices = try Self.confirm(Self.record(), by: [Self.server([(old, 999)])], pauses: &pauses)
        #expect(notices.count == 1 && notices[0].severity == .warning)
        #expect(notices[0].text.plain.contains("has not seen that ledger yet"))
        for ledger in [1000, nil] as [UInt32?] {
            #expect(throws: Failure.self) {
                try Self.confirm(Self.record(), by: [Self.server([(old, ledger)])], pauses: &pauses)
            }
        }
    }

    @Test func `goes on without a server that does not answer, and says so`() throws {
        var pauses: [UInt64] = []
        let absent = SecondOpinion("other") { _ throws(Failure) in throw Failure(.unreachable, "no answer") }
        let notices = try Self.confirm(Self.record(), by: [absent], pauses: &pauses)
        #expect(notices.map(\.severity) == [.warning] && notices[0].text.plain.contains("no answer"))
        let broken = SecondOpinion("other") { _ throws(Failure) in throw Failure(.protocolBroken, "garbled") }
        #expect(throws: Failure(.protocolBroken, "garbled")) {
            try Self.confirm(Self.record(), by: [broken], pauses: &pauses)
        }
    }
}
