// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// Who can sign for an account after all transactions of a batch, and which thresholds a transaction has to reach.
struct AuthorityBatchTests {
    private typealias Level = StellarXDR.Operation.Threshold

    private func line(_ sequence: Int64, _ known: KnownAccount, _ operations: StellarXDR.Operation...) -> Scenario {
        Scenario {
            $0.sequence = sequence
            $0.operations = operations
            $0.setUp = { $0.book = Book(accounts: [known]) }
        }
    }

    @Test func `a lockout spread over several lines of a batch raises one hold`() throws {
        let known = AuthorityTests.known([(bob, 1), (carol, 1)], 1, 2, 2)
        let batch = BatchTests.batch([
            line(101, known, removing(bob)), line(102, known, removing(carol)), line(103, known, pay(bob)),
        ])
        let found = batch.findings.filter { $0.rule == .lockout }
        #expect(found.map(\.place) == [Place(line: 2, operation: nil)])
        #expect(batch.findings.first?.level == .hold && batch.level == .hold)
        let hold = try #require(batch.holds.first { $0.rule == .lockout })
        #expect(alice.account.address.hasSuffix(hold.value))
        #expect(BatchText.of(batch).contains("To pass W-LOCKOUT, type: \(hold.value)"))
        let json = BatchJSON.document(batch)
        #expect(json["authority"]?.asArray?.first?["locked"] == ["medium", "high"])
        #expect(json["holds"]?.asArray?.contains { $0["rule"] == "W-LOCKOUT" } == true)
    }

    @Test func `a batch is judged by the weakest state in which any of its lines may leave an account`() {
        let known = AuthorityTests.known([(bob, 1)], 1, 1, 2)
        // Without the line before it, which may fail, the second one locks the account.
        let replaced = BatchTests.batch([line(101, known, adding(carol)), line(102, known, removing(bob))])
        #expect(replaced.findings.first { $0.rule == .lockout }?.phrase.plain.contains("if only some of the") == true)
        #expect(replaced.authority.outcomes.map { reach($0) } == [[.existing, .existing, .none]])
        let medium = BatchTests.batch([
            line(101, known, options { $0.medThreshold = 200 }), line(102, known, options { $0.medThreshold = 2 }),
        ])
        #expect(medium.findings.contains { $0.rule == .lockout })
        // A single line changes the account completely or not at all.
        let safe = BatchTests.batch([line(101, known, adding(carol), removing(bob)), line(102, known, pay(bob))])
        #expect(!safe.findings.contains { $0.rule == .lockout })
        #expect(safe.authority.outcomes.map { reach($0) } == [[.existing, .existing, .new]])
    }

    @Test func `asks once for a new signer that lines of a batch set, with its ending`() throws {
        let known = AuthorityTests.known([], 1, 1, 1)
        let batch = BatchTests.batch([
            line(101, known, adding(mallory)), line(102, known, adding(mallory, 2)), line(103, known, adding(bob, 1)),
        ])
        let found = batch.findings.filter { $0.rule == .newSigner }
        #expect(found.count == 2 && found.allSatisfy { $0.level == .hold })
        let asked = batch.holds.filter { $0.rule == .newSigner }
        let endings = [mallory, bob].map { String($0.account.address.suffix(6)) }
        #expect(Set(asked.map(\.value)) == Set(endings))
        #expect(!batch.holds.contains { $0.rule == .signer })
        // What is typed passes the holds of the lines, too.
        let passed = asked.reduce(into: Set<RuleID>()) { rules, question in
            rules.formUnion((question.passed(byTyping: question.value) ?? []).map(\.hold.rule))
        }
        #expect(passed == [.newSigner, .signer])
    }

    @Test func `two lines with the same number are both judged as applied`() {
        let known = AuthorityTests.known([], 1, 1, 1)
        let batch = BatchTests.batch([
            line(101, known, pay(bob)), line(101, known, options { $0.masterWeight = 0 }),
        ])
        #expect(batch.findings.contains { $0.rule == .lockout })
        #expect(batch.authority.rejections.map(\.line) == [2])
    }

    @Test func `a line that can no longer be authorized does not undo a lockout`() {
        let known = AuthorityTests.known([(bob, 1)], 1, 1, 2)
        let batch = BatchTests.batch([
            line(101, known, options { $0.highThreshold = 200 }), line(102, known, options { $0.highThreshold = 2 }),
        ])
        #expect(batch.findings.contains { $0.rule == .lockout })
        #expect(batch.authority.rejections.map(\.line) == [2])
        #expect(BatchText.of(batch).contains("Remark   line 2: the network may reject this transaction"))
    }

    @Test func `knows the signers of an account created in the batch`() {
        let none = KnownAccount(account: mallory.account)
        let batch = BatchTests.batch([
            line(101, none, create(carol)), line(102, none, options(by: carol) { $0.masterWeight = 0 }),
        ])
        #expect(batch.authority.outcomes.map(\.before.witness) == [.created])
        #expect(batch.findings.contains { $0.rule == .lockout })
    }

    // MARK: what is required

    @Test func `requires low of the transaction source and each operation's threshold of its source`() {
        func required(_ operations: StellarXDR.Operation...) -> [[Level]] {
            guard case .tx(let envelope) = Scenario({ $0.operations = operations }).envelope else { return [] }
            return envelope.tx.requiredLevels.map(\.levels)
        }
        #expect(required(pay(bob)) == [[.low, .medium]])
        #expect(required(pay(bob, by: carol)) == [[.low], [.medium]])
        #expect(required(homeDomain()) == [[.low, .medium]])
        #expect(required(adding(bob), pay(bob)) == [[.low, .medium, .high]])
        #expect(required(options { $0.medThreshold = 1 }) == [[.low, .high]])
        #expect(required(operation(.accountMerge(bob.muxed), by: carol)) == [[.low], [.high]])
        #expect(required(operation(.bumpSequence(.init(bumpTo: 200)))) == [[.low]])
        #expect(required(operation(.inflation), pay(bob, by: carol), adding(bob)) == [[.low, .high], [.medium]])
    }
}
