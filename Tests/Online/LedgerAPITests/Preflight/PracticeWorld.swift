// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport

extension Seeded {
    mutating func roll(_ chances: Int) -> Bool { Int.random(in: 0..<chances, using: &self) == 0 }
    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
}

extension Transaction {
    func signed(by people: [TestKey]) -> TransactionEnvelope {
        let hash = hash(on: .testnet)
        return .tx(
            TransactionV1Envelope(
                tx: self, signatures: BoundedArray(people.map { $0.sign(hash) }) ?? BoundedArray()))
    }
}

/// A small network in which operations often fail: accounts near their reserve, full and unauthorized trustlines,
/// missing issuers.
struct PracticeWorld {
    static let people = (0..<6).map { TestKey("preflight test person \($0)") }
    /// An issuer without an account, whose asset others hold.
    static let gone = TestKey("preflight test gone")
    /// Keys that sign nothing.
    static let cosigners = (0..<3).map { TestKey("preflight test cosigner \($0)") }
    static let time: UInt64 = 1_800_000_000

    static let assets: [Asset] = (people.prefix(3) + [gone]).map {
        (try? Asset(code: "USD", issuer: $0.id)) ?? .native
    }

    let ledger: PracticeLedger

    init(_ dice: inout Seeded) throws {
        var accounts: [JSON] = []
        for person in Self.people {
            if dice.roll(8) { continue }
            accounts.append(Self.account(person, &dice))
        }
        let rates: [JSON] = [
            ["from": "native", "to": .string(Self.assets[0].text), "price": .string(dice.pick(["2", "0.1", "1/3"]))]
        ]
        let seed: JSON = ["accounts": .array(accounts), "rates": .array(rates)]
        ledger = PracticeLedger(network: .testnet, seed: try Seed(parsing: Array(seed.text().utf8))) { Self.time }
    }

    private static func account(_ person: TestKey, _ dice: inout Seeded) -> JSON {
        var lines: [(String, JSON)] = []
        for asset in assets where asset.issuer != person.id && !dice.roll(3) {
            let isAllowed = !dice.roll(6)
            lines.append(
                (
                    asset.text,
                    [
                        "balance": .string(dice.pick(["0", "0", "1", "5", "10"])),
                        "limit": .string(dice.pick(["10", "12", "1000", "922337203685.4775807"])),
                        "authorized": .bool(isAllowed), "maintain_liabilities": .bool(!isAllowed && dice.roll(2)),
                        "clawback": .bool(dice.roll(2)),
                    ]
                ))
        }
        let flags = ["auth_required", "auth_revocable", "auth_immutable", "auth_clawback_enabled"]
        var set = flags.filter { dice.roll($0 == "auth_immutable" ? 8 : 3) }
        if set.contains("auth_clawback_enabled"), !set.contains("auth_revocable") { set.append("auth_revocable") }
        let data: [(String, JSON)] = dice.roll(3) ? [("kept", "x")] : []
        let signers: [(String, JSON)] = dice.roll(3) ? [(dice.pick(cosigners).id.address, .integer(1))] : []
        return [
            "id": .string(person.id.address),
            "balance": .string(dice.pick(["2", "2.5000100", "3", "10", "100", "922337203684"])),
            "sequence": .string(dice.pick(["7", "7", "7", "4294967295999", "4299262263295"])),
            "flags": .array(set.map { .string($0) }),
            "trustlines": .object(JSONObject(lines)), "data": .object(JSONObject(data)),
            "signers": .object(JSONObject(signers)),
        ]
    }
}
