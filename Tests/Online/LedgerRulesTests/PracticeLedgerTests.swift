// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

struct PracticeLedgerTests {
    @Test func `friendbot creates and tops up accounts and rejects those already funded`() async throws {
        let world = try World()
        let record = try await world.ledger.fund(alice.id)
        #expect(record.isSuccessful && record.ledger == PracticeLedger.firstLedger + 1)
        #expect(await world.balance(alice) == PracticeFriendbot.gift)
        #expect(await world.account(alice)?.sequence == Int64(record.ledger) << 32)
        await #expect(throws: PracticeLedger.FriendbotError.alreadyFunded) { try await world.ledger.fund(alice.id) }
        _ = try await world.ledger.fund(bob.id)
        #expect(await world.send(alice, pay(bob, unit)).transaction == "tx_success")
        _ = try await world.ledger.fund(alice.id)
        #expect(await world.balance(alice) == 2 * PracticeFriendbot.gift - unit - 100)
    }

    @Test func `friendbot's master key has no weight, and its transactions require a signature`() async throws {
        let world = try World()
        let record = try await world.ledger.fund(alice.id)
        let account = try #require(await world.ledger.snapshot().state.accounts[PracticeFriendbot.account])
        #expect(account.masterWeight == 0 && account.signers.count == 1)
        let other = try World(["base_fee": 200])
        #expect(ResultCodes(await other.submit(record.envelope)).transaction == "tx_insufficient_fee")
        let bare = record.envelope.innermost.envelope([])
        let third = try World()
        #expect(ResultCodes(await third.submit(bare)).transaction == "tx_bad_auth")
    }

    @Test func `a ledger closes every five seconds and not earlier`() async throws {
        let world = try World()
        let first = await world.ledger.snapshot().latest
        world.advance(4)
        #expect(await world.ledger.snapshot().latest == first)
        world.advance(7)
        let ledgers = await world.ledger.snapshot().ledgers
        #expect(ledgers.map(\.sequence) == [1000, 1001, 1002])
        #expect(ledgers.map { $0.closeTime - World.start } == [0, 5, 10])
        #expect(ledgers[2].previousHash == ledgers[1].hash)
    }

    @Test func `every ledger has a later close time in milliseconds, whose whole seconds are its close time`()
        async throws
    {
        let world = try World()
        _ = try await world.ledger.fund(alice.id)
        _ = try await world.ledger.fund(bob.id)
        // More transactions than a second has milliseconds, while the clock stands still.
        for number in 0..<1001 { _ = await world.send(alice, data("n", "\(number)")) }
        world.advance(11)
        let snapshot = await world.ledger.snapshot()
        let values = snapshot.ledgers.map(\.header.scpValue)
        #expect(values.count > 1003)
        for (value, next) in zip(values, values.dropFirst()) {
            let (now, later) = (try #require(value.closeTimeMilliseconds), try #require(next.closeTimeMilliseconds))
            #expect(now < later && value.hasConsistentCloseTime && next.hasConsistentCloseTime)
        }
        #expect(Set(values.map(\.ext.discriminant)) == [.signedMs])
        #expect(
            snapshot.records.allSatisfy { record in
                snapshot.ledgers.first { $0.sequence == record.ledger }?.closeTime == record.time
            })
        #expect(snapshot.ledgers.allSatisfy { $0.header.ledgerVersion == UInt32(Protocol.newestTested) })
    }

    @Test func `a long pause creates a limited number of ledgers`() async throws {
        let world = try World()
        world.advance(1_000_000_000)
        let ledgers = await world.ledger.snapshot().ledgers
        #expect(ledgers.count == 1001 && ledgers.last?.closeTime == World.start + 1_000_000_000)
    }

    @Test func `the same calls at the same times produce the same ledgers`() async throws {
        var states: [Snapshot] = []
        for _ in 0..<2 {
            let world = try World()
            _ = try await world.ledger.fund(alice.id)
            world.advance(6)
            _ = await world.send(alice, create(bob, unit), data("a", "b"))
            states.append(await world.ledger.snapshot())
        }
        #expect(states[0].state == states[1].state && states[0].ledgers == states[1].ledgers)
        #expect(states[0].records == states[1].records)
    }

    @Test func `concurrent submissions lose no transaction`() async throws {
        let world = try World()
        let people = (0..<10).map { TestKey("ledger test many \($0)") }
        _ = try await world.ledger.fund(bob.id)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in people {
                group.addTask {
                    _ = try await world.ledger.fund(person.id)
                    for _ in 0..<5 { #expect(await world.send(person, pay(bob, unit)).transaction == "tx_success") }
                }
            }
            try await group.waitForAll()
        }
        #expect(await world.balance(bob) == PracticeFriendbot.gift + 50 * unit)
    }

    @Test func `records the ledger in which an account last changed`() async throws {
        let world = try World()
        _ = try await world.ledger.fund(alice.id)
        _ = try await world.ledger.fund(bob.id)
        let before = try #require(await world.account(bob)).modifiedLedger
        _ = await world.send(alice, data("a", "b"))
        #expect(await world.account(bob)?.modifiedLedger == before)
        #expect(await world.account(alice)?.modifiedLedger == before + 1)
    }

    @Test func `finds paths that are direct or have one intermediate asset`() throws {
        let usd = asset("USD", issuer)
        let euro = asset("EUR", issuer)
        let seed: JSON = [
            "rates": [
                ["from": "native", "to": .string(usd.text), "price": "0.1"],
                ["from": .string(usd.text), "to": .string(euro.text), "price": "4/5"],
            ]
        ]
        let rates = try Seed(parsing: Array(seed.text().utf8)).rates
        let there = rates.paths(from: .native, to: euro, amount: 100, strictSend: true)
        #expect(there.map(\.destinationAmount) == [8] && there.map(\.between) == [[usd]])
        let back = rates.paths(from: euro, to: .native, amount: 100, strictSend: false)
        #expect(back.map(\.sourceAmount) == [8])
        #expect(rates.paths(from: .native, to: usd, amount: 9, strictSend: true).isEmpty)
        #expect(rates.paths(from: usd, to: .native, amount: .max, strictSend: true).isEmpty)
        #expect(rates.paths(from: usd, to: usd, amount: 7, strictSend: true).map(\.destinationAmount) == [7])
    }
}

struct SeedTests {
    private static let id = JSON.string(alice.address)

    @Test(
        arguments: [
            ("the seed file", [] as JSON), ("nonsense", ["nonsense": 1]), ("base_fee", ["base_fee": 0]),
            ("base_fee", ["base_fee": "-1"]), ("base_fee", ["base_fee": 4_294_967_296]), ("accounts", ["accounts": 1]),
            ("fee_stats", ["fee_stats": 1]), ("accounts[0]", ["accounts": [1]]),
            ("accounts[0].id", ["accounts": [[:]]]),
            ("accounts[0].id", ["accounts": [["id": "GABC"]]]), ("accounts[0].x", ["accounts": [["id": id, "x": 1]]]),
            ("acounts", ["acounts": []]), ("accounts[0].balance", ["accounts": [["id": id, "balance": "-1"]]]),
            ("accounts[0].balance", ["accounts": [["id": id, "balance": "1.00000001"]]]),
            ("rates[0].to", ["rates": [["from": "native", "to": "native", "price": "1"]]]),
            ("accounts[0].balance", ["accounts": [["id": id, "balance": "1.12345678"]]]),
            ("accounts[0].sequence", ["accounts": [["id": id, "sequence": "9223372036854775808"]]]),
            ("accounts[0].flags", ["accounts": [["id": id, "flags": ["free"]]]]),
            ("accounts[0].flags", ["accounts": [["id": id, "flags": [1]]]]),
            ("accounts[0].thresholds.med", ["accounts": [["id": id, "thresholds": ["med": 256]]]]),
            ("accounts[0].signers", ["accounts": [["id": id, "signers": ["GABC": 1]]]]),
            ("accounts[0].data.n", ["accounts": [["id": id, "data": ["n": [5]]]]]),
            ("accounts[0].trustlines.native", ["accounts": [["id": id, "trustlines": ["native": [:]]]]]),
            (
                "accounts[0].home_domain",
                ["accounts": [["id": id, "home_domain": .string(String(repeating: "x", count: 33))]]]
            ),
            ("accounts", ["accounts": [["id": id], ["id": id]]]),
            ("rates[0].price", ["rates": [["from": "native", "to": .string("A:\(alice.address)"), "price": "0"]]]),
            ("rates[0].price", ["rates": [["from": "native", "to": .string("A:\(alice.address)")]]]),
            ("rates[0].from", ["rates": [["from": "gold", "to": "native", "price": 1]]]),
        ] as [(String, JSON)])
    func `rejects an invalid seed file and names the field`(field: String, seed: JSON) {
        #expect {
            try Seed(parsing: Array(seed.text().utf8))
        } throws: { error in
            guard case .bad(let found, _)? = error as? SeedError else { return false }
            return found == field
        }
    }

    @Test func `rejects a seed file that is not strict JSON`() {
        for text in ["", "{", "{\"a\": 1, \"a\": 1}", "\u{feff}{}"] {
            #expect(throws: SeedError.self) { try Seed(parsing: Array(text.utf8)) }
        }
    }

    @Test func `loads all members of a seed file into the ledger`() async throws {
        let usd = asset("USD", issuer)
        let world = try World([
            "base_fee": 250,
            "accounts": [
                [
                    "id": Self.id, "balance": 12.5.json, "sequence": 7, "home_domain": "example.com",
                    "flags": ["auth_required", "auth_revocable"],
                    "thresholds": ["master": 2, "low": 1, "med": 3, "high": 4],
                    "signers": .object(JSONObject([(bob.address, 5)])), "data": ["key": "value"],
                    "trustlines": .object(
                        JSONObject([(usd.text, ["balance": "1", "limit": "2", "maintain_liabilities": true])])),
                ]
            ],
        ])
        let account = try #require(await world.account(alice))
        #expect(account.balance == 125_000_000 && account.sequence == 7 && account.masterWeight == 2)
        #expect((account.thresholds.low, account.thresholds.medium, account.thresholds.high) == (1, 3, 4))
        #expect(account.signers == [Signer(key: .ed25519(bob.id.key), weight: 5)] && account.flags.rawValue == 3)
        #expect(account.trustlines[usd]?.flags == .authorizedToMaintainLiabilities && account.subentries == 3)
        #expect(await world.ledger.snapshot().baseFee == 250)
    }
}

extension Double {
    /// A JSON number with a fraction.
    fileprivate var json: JSON { .number("\(self)") }
}
