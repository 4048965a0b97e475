// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Review
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Building

/// The plan of a change of signers, against a model of the network that is not Coldstar's.
struct SignersPlanTests {
    private static let account = AccountID.ed25519(bytes(999))

    private static func key(_ number: Int) -> SignerKey { .ed25519(bytes(number)) }

    private static func bytes(_ number: Int) -> Uint256 {
        guard let bytes = Uint256([UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 255)]) else {
            preconditionFailure("there are 32 bytes")
        }
        return bytes
    }

    private static func table(
        _ weights: [(Int, UInt32)], master: UInt32 = 1, _ low: UInt32 = 0, _ medium: UInt32 = 0, _ high: UInt32 = 0
    ) -> SigningTable {
        SigningTable(
            account, masterWeight: master, signers: weights.map { Signer(key: key($0.0), weight: $0.1) }, low: low,
            medium: medium, high: high)
    }

    private static func change(
        add: [Int] = [], remove: [Int] = [], _ rule: SignersChange.Rule = .asBefore, master: UInt8 = 0
    ) -> SignersChange {
        var change = SignersChange()
        change.added = add.map { .init(key($0)) }
        change.removed = remove.map(key)
        (change.rule, change.masterWeight) = (rule, master)
        return change
    }

    private func failure(_ change: SignersChange, of table: SigningTable) -> Failure? {
        do throws(Failure) {
            _ = try SignersPlan(change, of: table)
            return nil
        } catch { return error }
    }

    /// An account as the network keeps it: what one operation after the other does to weights and thresholds.
    private struct Model {
        var weights: [SignerKey: UInt32]
        var thresholds: [UInt32]
        let own: SignerKey

        init(_ table: SigningTable) {
            own = .ed25519(table.account.key)
            weights = Dictionary(uniqueKeysWithValues: table.signers.map { ($0.key, $0.weight) })
            weights[own] = table.masterWeight == 0 ? nil : table.masterWeight
            thresholds = [table.low, table.medium, table.high]
        }

        mutating func apply(_ change: SetOptionsOp) {
            if let weight = change.masterWeight { weights[own] = weight == 0 ? nil : weight }
            let values = [change.lowThreshold, change.medThreshold, change.highThreshold]
            for (place, value) in values.enumerated() { thresholds[place] = value ?? thresholds[place] }
            guard let signer = change.signer else { return }
            #expect(signer.key != own && signer.weight <= 255)
            weights[signer.key] = signer.weight == 0 ? nil : signer.weight
            #expect(weights.count { $0.key != own } <= 20, "TOO_MANY_SIGNERS")
        }

        /// Whether 20 signatures reach every threshold.
        var isOpen: Bool {
            let most = weights.values.sorted(by: >).prefix(20).reduce(0, +)
            return thresholds.allSatisfy { most >= max($0, 1) }
        }
    }

    @Test(arguments: 0..<1000)
    func `a random change locks no one out and ends as asked`(seed: Int) throws {
        var chance = Seeded(UInt64(seed))
        let old = Int.random(in: 0...9, using: &chance)
        var weights: [(Int, UInt32)] = []
        for number in 0..<old { weights.append((number, [1, 1, 1, 2, 5].randomElement(using: &chance) ?? 1)) }
        let master = UInt32.random(in: old == 0 ? 1...5 : 0...5, using: &chance)
        let total = weights.reduce(master) { $0 + $1.1 }
        let levels = (0..<3).map { _ in UInt32.random(in: 0...min(total, 12), using: &chance) }
        let before = Self.table(weights, master: master, levels[0], levels[1], levels[2])
        let removed = (0..<old).filter { _ in Bool.random(using: &chance) }
        let added = Array(100..<100 + Int.random(in: removed.count == old ? 1...9 : 0...9, using: &chance))
        let own = UInt8.random(in: 0...1, using: &chance)
        let count = old - removed.count + added.count + Int(own)
        let number = UInt8.random(in: 1...UInt8(count), using: &chance)
        let plan = try SignersPlan(Self.change(add: added, remove: removed, .any(number), master: own), of: before)
        var model = Model(before)
        for operation in plan.operations {
            model.apply(operation)
            #expect(model.isOpen, "after \(operation)")
        }
        let people = Set((0..<old).filter { !removed.contains($0) } + added).map(Self.key)
        var wanted = Dictionary(uniqueKeysWithValues: people.map { ($0, UInt32(1)) })
        if own > 0 { wanted[model.own] = 1 }
        #expect(model.weights == wanted)
        #expect(model.thresholds == Array(repeating: UInt32(number), count: 3))
        #expect(plan.after.groups.map(\.count) == [Int(number)])
        #expect(plan.operations.count <= 100)
    }

    @Test(arguments: 0..<200)
    func `thresholds and weights are those given, or the change is refused`(seed: Int) throws {
        var chance = Seeded(UInt64(5000 + seed))
        var weights: [(Int, UInt32)] = []
        for number in 0..<Int.random(in: 1...20, using: &chance) {
            weights.append((number, .random(in: 1...3, using: &chance)))
        }
        let before = Self.table(weights, 1, 1, 1)
        var change = Self.change(
            remove: weights.map(\.0).filter { _ in Int.random(in: 0...3, using: &chance) == 0 },
            .thresholds(
                SigningThresholds(
                    low: .random(in: 0...15, using: &chance), medium: .random(in: 0...15, using: &chance),
                    high: .random(in: 0...15, using: &chance))), master: .random(in: 0...3, using: &chance))
        for number in change.removed.indices {
            change.added.append(
                SignersChange.Addition(Self.key(50 + number), weight: .random(in: 1...9, using: &chance)))
        }
        var model = Model(before)
        do throws(Failure) {
            for operation in try SignersPlan(change, of: before).operations { model.apply(operation) }
            #expect(model.isOpen)
        } catch {
            #expect(error.kind == .refused)
            var locked = Model(before)
            for key in change.removed { locked.weights[key] = nil }
            for addition in change.added { locked.weights[addition.key] = UInt32(addition.weight ?? 0) }
            locked.weights[locked.own] = change.masterWeight == 0 ? nil : UInt32(change.masterWeight)
            guard case .thresholds(let wanted) = change.rule else { return }
            locked.thresholds = [wanted.low, wanted.medium, wanted.high].map(UInt32.init)
            #expect(!locked.isOpen, "refused without need")
        }
    }

    @Test func `weights are raised before thresholds, and lowered after them`() throws {
        let before = Self.table([(1, 1), (2, 1)], 1, 2, 2)
        let plan = try SignersPlan(Self.change(add: [3], remove: [2], .any(2)), of: before)
        #expect(plan.operations.map(\.signer?.weight) == [1, nil, 0])
        #expect(plan.operations.map(\.masterWeight) == [nil, 0, nil])
        #expect(plan.newKeys == [Self.key(3)])
    }

    @Test func `an account with 20 signers loses one before it gets another`() throws {
        let before = Self.table((0..<20).map { ($0, 1) }, 1, 2, 2)
        let plan = try SignersPlan(Self.change(add: [30, 31], remove: [4, 5, 6], .any(3)), of: before)
        #expect(plan.operations.map(\.signer?.weight) == [0, 0, 1, 1, nil, 0])
        #expect(failure(Self.change(add: [30], .any(3)), of: before)?.field == .add)
    }

    @Test func `what would lock the account is refused`() {
        let two = Self.table([(1, 1), (2, 1)], 1, 2, 2)
        #expect(failure(Self.change(.any(3)), of: two)?.field == .any)
        #expect(failure(Self.change(.any(0)), of: two)?.field == .any)
        #expect(failure(Self.change(remove: [1]), of: two)?.kind == .refused, "the master key is set to 0")
        #expect(failure(Self.change(remove: [1], master: 1), of: two) == nil)
        let thresholds = SigningThresholds(low: 1, medium: 2, high: 3)
        #expect(failure(Self.change(.thresholds(thresholds)), of: two)?.kind == .refused)
        #expect(failure(Self.change(), of: Self.table([]))?.kind == .refused, "no signer is left")
    }

    @Test func `no more signatures are asked for than a transaction can have`() {
        let many = Self.table((0..<20).map { ($0, 1) }, 1, 1, 1)
        #expect(failure(Self.change(.any(20), master: 1), of: many) == nil)
        #expect(failure(Self.change(.any(21), master: 1), of: many)?.field == .any)
        let thresholds = SigningThresholds(low: 1, medium: 1, high: 21)
        #expect(failure(Self.change(.thresholds(thresholds), master: 1), of: many)?.kind == .refused)
    }

    @Test func `keys that cannot sign anything do not hold an account open`() {
        let hash = Hash(sha256: [3])
        var table = Self.table([(1, 1)], 1, 2, 2)
        table.signers += [Signer(key: .hashX(hash), weight: 5), Signer(key: .preAuthTx(hash), weight: 5)]
        #expect(failure(Self.change(), of: table)?.kind == .refused)
        #expect(failure(Self.change(add: [2], .any(1)), of: table)?.field == .any, "hash(x) would be one of any")
        var change = Self.change(add: [2], .any(2))
        change.removed = [.hashX(hash), .preAuthTx(hash)]
        #expect(failure(change, of: table) == nil)
    }

    @Test func `a change that means nothing is refused`() {
        let table = Self.table([(1, 1), (2, 1)], master: 0, 2, 2, 2)
        #expect(failure(Self.change(remove: [3], .any(1)), of: table)?.field == .remove)
        #expect(failure(Self.change(add: [1], .any(2)), of: table)?.field == .add, "a signer with that weight")
        #expect(failure(Self.change(.any(2)), of: table)?.reason.plain.contains("nothing to change") == true)
        #expect(failure(Self.change(add: [3], remove: [3]), of: table)?.kind == .usage)
        #expect(failure(Self.change(.any(2), master: 2), of: table)?.field == .masterWeight)
        var own = SignersChange()
        own.added = [.init(.ed25519(Self.account.key))]
        #expect(failure(own, of: table)?.field == .add)
        own.added = [.init(Self.key(4), weight: 0)]
        #expect(failure(own, of: table)?.field == .add)
        #expect(failure(Self.change(add: [4]), of: Self.table([(1, 1)], 1, 1, 5))?.kind == .refusedByLedger)
    }

    @Test func `the same number of signers is counted only if any of them will do`() {
        func counts(_ table: SigningTable) -> [Int?] { Operation.Threshold.allCases.map(table.count) }
        #expect(counts(Self.table([(1, 1), (2, 1)], 0, 2, 3)) == [1, 2, 3])
        #expect(counts(Self.table([(1, 2), (2, 2)], master: 0, 3, 4, 5)) == [2, 2, nil])
        #expect(counts(Self.table([(1, 2), (2, 1)], master: 0, 1, 2, 3)) == [1, nil, 2])
        #expect(counts(Self.table([], master: 0)) == [nil, nil, nil])
    }

    @Test func `the table says how many of whom`() {
        func words(_ table: SigningTable) -> [String] {
            table.phrases { $0 == Self.key(1) ? "ben" : nil }.map(\.plain)
        }
        let address = Self.key(2).address
        #expect(
            words(Self.table([(1, 1), (2, 1)], master: 0, 2, 2, 2)) == ["any 2 of: ben, \(address); master key: none"])
        #expect(
            words(Self.table([(1, 1)], 1, 1, 1)) == ["any 1 of: ben, the master key"])
        #expect(
            words(Self.table([(1, 1), (2, 1)], master: 0, 1, 1, 2)) == [
                "ben with weight 1, \(address) with weight 1; master key: none",
                "to use sequence numbers, pay: any 1 of them", "to change signers or merge: any 2 of them",
            ])
        #expect(
            words(Self.table([(1, 2), (2, 1)], master: 0, 2, 2, 2)) == [
                "ben with weight 2, \(address) with weight 1; master key: none",
                "to use sequence numbers, pay, change signers or merge: signers with enough weight together (low 2, medium 2, high 2)",
            ])
    }

    // MARK: what a server says

    private func read(_ change: (inout [String: JSON]) -> Void) throws -> SigningTable {
        let own = Self.account.address
        var members: [String: JSON] = [
            "account_id": .string(own), "sequence": "100", "subentry_count": 1, "num_sponsoring": 0, "num_sponsored": 0,
            "balances": [["balance": "10.0000000", "asset_type": "native"]],
            "signers": [
                ["key": .string(own), "weight": 0, "type": "ed25519_public_key"],
                ["key": .string(Self.key(1).address), "weight": 1, "type": "ed25519_public_key"],
            ],
            "thresholds": ["low_threshold": 1, "med_threshold": 2, "high_threshold": 3],
            "flags": [
                "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                "auth_clawback_enabled": false,
            ], "data": [:], "last_modified_ledger": 1,
        ]
        change(&members)
        return try SigningTable(try AccountRecord(.object(JSONObject(members.map { ($0.key, $0.value) }))))
    }

    @Test func `a server's account becomes a table`() throws {
        #expect(try read { _ in } == Self.table([(1, 1)], master: 0, 1, 2, 3))
    }

    @Test func `an account that the network cannot have is refused`() {
        let own: JSON = ["key": .string(Self.account.address), "weight": 1, "type": "ed25519_public_key"]
        func signer(_ number: Int, _ weight: Int = 1) -> JSON {
            ["key": .string(Self.key(number).address), "weight": .integer(weight), "type": "ed25519_public_key"]
        }
        let lies: [[JSON]] = [
            [own, signer(1), signer(1, 2)], [own, own], [signer(1)], [own, signer(1, 0)],
            [own] + (1...21).map { signer($0) },
            [own, ["key": "GNEW", "weight": 1, "type": "of_tomorrow"]],
        ]
        for lie in lies {
            #expect(throws: Failure.self) { try read { $0["signers"] = .array(lie) } }
        }
        #expect(throws: (any Error).self) {
            try read { $0["thresholds"] = ["low_threshold": 1, "med_threshold": 256, "high_threshold": 1] }
        }
    }

    @Test func `what people write becomes a change`() throws {
        let office = Office()
        var texts = FieldTexts()
        texts[.of] = Office.alice
        texts.set(.add, ["\(Office.bob):7", "cleo", "dora:2"])
        texts.set(.remove, [Office.third])
        texts[.thresholds] = "1,2,3"
        let terms = try SignersTerms(texts)
        #expect(terms.added.map(\.weight) == [7, nil, 2])
        #expect(terms.added[2].signer == .contact("dora") && terms.masterWeight == 0 && !terms.allowsUnproven)
        #expect(terms.rule == .thresholds(SigningThresholds(low: 1, medium: 2, high: 3)))
        for text in ["1,2", "1,2,256", "1,2,03", "1, 2,3", ""] {
            #expect(throws: Failure.self) { try SigningThresholds(text: text) }
        }
        for text in ["ben:256", "ben:", "ben:01", ":1"] {
            #expect(throws: Failure.self) { try SignersTerms.Addition(text: text) }
        }
        texts[.any] = "2"
        #expect(throws: Failure(.usage, "give only one of \(field: .any) and \(field: .thresholds)")) {
            try SignersTerms(texts)
        }
        _ = office
    }
}
