// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// Who can sign for an account once everything is applied.
struct AuthorityTests {
    static func key(_ person: Person) -> SignerKey { .ed25519(person.account.key) }

    /// An account of Alice's with signers of these weights.
    static func known(
        _ others: [(Person, UInt32)] = [], master: UInt32 = 1, _ low: UInt32 = 0, _ medium: UInt32 = 0,
        _ high: UInt32 = 0
    ) -> KnownAccount {
        KnownAccount(
            account: alice.account, masterWeight: master,
            signers: others.map { Signer(key: key($0.0), weight: $0.1) }, low: low, medium: medium, high: high)
    }

    private func review(
        _ known: KnownAccount? = nil, _ operations: [StellarXDR.Operation],
        _ setUp: @escaping (inout ReviewInput) -> Void = { _ in }
    ) -> Review {
        Scenario {
            $0.operations = operations
            $0.setUp = { input in
                input.book = Book(accounts: known.map { [$0] } ?? [])
                setUp(&input)
            }
        }.review
    }

    private func outcome(_ known: KnownAccount? = nil, _ operations: StellarXDR.Operation...) -> AuthorityOutcome? {
        review(known, operations).authority.outcomes.first
    }

    private func lockouts(_ review: Review) -> [Finding] { review.allFindings.filter { $0.rule == .lockout } }

    private func page(_ review: Review) -> String {
        ReviewText.of(review).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    // MARK: what is lost

    @Test func `removing two signers of a two-of-three account locks it`() throws {
        let review = review(Self.known([(bob, 1), (carol, 1)], 2, 2, 2), [removing(bob), removing(carol)])
        let found = try #require(lockouts(review).first)
        #expect(lockouts(review).count == 1 && found.level == .hold && found.operation == nil)
        #expect(
            found.message.contains("locks \(alice.account.address): no one can reach its low (2), medium (2), high (2)")
        )
        #expect(found.message.contains("all its signers together have weight 1 (signers from the book)"))
        #expect(reach(review.authority.outcomes.first) == [.none, .none, .none])
        #expect(page(review).contains("NO ONE can reach: low, medium, high"))
    }

    @Test func `removing one signer of a two-of-three account does not lock it`() {
        let review = review(Self.known([(bob, 1), (carol, 1)], 2, 2, 2), [removing(bob)])
        #expect(lockouts(review).isEmpty)
        #expect(reach(review.authority.outcomes.first) == [.existing, .existing, .existing])
        #expect(page(review).contains("previous signers together, weight 2, reach: low, medium, high"))
        #expect(!page(review).contains("NO ONE"))
    }

    @Test func `names only the thresholds that become unreachable`() throws {
        let review = review(Self.known([(bob, 2)], 1, 2, 3), [options { $0.masterWeight = 0 }])
        let found = try #require(lockouts(review).first)
        #expect(found.message.contains("no one can reach its high (3) threshold; all"))
        #expect(reach(review.authority.outcomes.first) == [.existing, .existing, .none])
    }

    @Test func `an unsafe operation raises no lockout when a later one repairs it`() {
        // Lowered first, raised back at the end; removed and put back; raised above all and lowered again.
        let safe: [[StellarXDR.Operation]] = [
            [removing(bob), adding(carol, 2), options { $0.highThreshold = 3 }],
            [removing(bob), adding(bob, 2)],
            [options { $0.highThreshold = 200 }, options { $0.highThreshold = 2 }],
            [options { $0.masterWeight = 0 }, options { $0.masterWeight = 3 }],
        ]
        for operations in safe {
            let review = review(Self.known([(bob, 1)], 1, 1, 2), operations)
            #expect(lockouts(review).isEmpty)
            #expect(!page(review).contains("NO ONE"))
        }
    }

    @Test func `a threshold of 0 still needs a signer with weight`() throws {
        let locked = review(Self.known(), [options { $0.masterWeight = 0 }])
        let found = try #require(lockouts(locked).first)
        #expect(
            found.message.contains("its low (0), medium (0), high (0) thresholds; a threshold of 0 needs a weight of 1")
        )
        let kept = review(Self.known([(bob, 1)]), [options { $0.masterWeight = 0 }])
        #expect(lockouts(kept).isEmpty)
    }

    @Test func `each locked account raises its own hold with a distinct value`() {
        let review = review(
            Self.known(),
            [
                options { $0.masterWeight = 0 }, options { $0.highThreshold = 9 }, create(bob), create(carol),
                options(by: bob) { $0.masterWeight = 0 }, options(by: carol) { $0.lowThreshold = 2 },
            ])
        let holds = review.holds.filter { $0.rule == .lockout }
        #expect(holds.map(\.target) == [alice, bob, carol].map(\.account.address))
        #expect(Set(review.holds).count == review.holds.count)
        for hold in holds {
            #expect(hold.target.hasSuffix(hold.value))
            #expect(!review.holds.contains { $0.rule != .lockout && $0.value == hold.value })
        }
    }

    @Test func `a lockout is approved only after its own value was typed`() throws {
        let reviewed = Scenario {
            $0.operations = [options { $0.masterWeight = 0 }]
            $0.setUp = { $0.book = Book(accounts: [Self.known()]) }
        }.reviewed
        let passed = reviewed.review.holds.filter { $0.rule != .lockout }.compactMap { $0.passed(byTyping: $0.value) }
        #expect(throws: ApprovalError.self) { try reviewed.approve(holdsPassed: Set(passed)) }
        let all = reviewed.review.holds.compactMap { $0.passed(byTyping: $0.value) }
        _ = try reviewed.approve(holdsPassed: Set(all))
    }

    @Test func `a policy approves a lockout only if it lists the lockout rule`() {
        for (names, isPassed) in [
            ([RuleID.masterWeight, .signer, .threshold], false), ([.masterWeight, .lockout], true),
        ] {
            let scenario = Scenario {
                $0.operations = [options { $0.masterWeight = 0 }]
                $0.setUp = {
                    $0.book = Book(accounts: [Self.known()])
                    var policy = Policy()
                    policy.networks = [.testnet]
                    policy.operations = .any
                    policy.assets = .any
                    policy.perTransaction = .unlimited
                    policy.perDay = .unlimited
                    policy.fee = Amount(stroops: 1_000)
                    policy.unattended = Set(names + [.foreignKey])
                    $0.policy = policy
                }
            }
            #expect((try? scenario.approvedByPolicy()) != nil || !isPassed)
            if !isPassed { #expect(throws: ApprovalError.self) { try scenario.approvedByPolicy() } }
        }
    }

    // MARK: new signers

    @Test func `thresholds reached only by an unknown new signer are reported as such`() throws {
        let review = review(
            Self.known([(bob, 1)], 1, 2, 2), [removing(bob), adding(mallory, 2), options { $0.masterWeight = 0 }])
        #expect(lockouts(review).isEmpty)
        let outcome = try #require(review.authority.outcomes.first)
        #expect(reach(outcome) == [.new, .new, .new])
        #expect(outcome.aloneReaching.map(\.signer.key) == [Self.key(mallory)])
        let page = page(review)
        #expect(page.contains("previous signers together, weight 0, reach: no threshold"))
        #expect(page.contains("reached only with new signers, weight 2 together: low, medium, high"))
        #expect(page.contains("NEW SIGNER the key"))
        #expect(page.contains("weight 2, reaches ALONE: low, medium, high"))
    }

    @Test func `replacing a signer makes the account depend on the new one`() {
        let outcome = outcome(Self.known([(bob, 1)], 1, 2, 2), adding(carol), removing(bob))
        #expect(reach(outcome) == [.existing, .new, .new])
        #expect(outcome?.aloneReaching.map(\.levels) == [[.low]])
    }

    @Test func `an existing signer with a raised weight is not new`() {
        let outcome = outcome(Self.known([(bob, 1)], 1, 2, 3), removing(bob), adding(bob, 3))
        #expect(reach(outcome) == [.existing, .existing, .existing])
        #expect(outcome?.aloneReaching.isEmpty == true)
    }

    @Test func `a master key raised from weight 0 counts as new`() {
        let outcome = outcome(Self.known([(bob, 1)], master: 0, 1, 2, 2), options { $0.masterWeight = 2 })
        #expect(reach(outcome) == [.existing, .new, .new])
        #expect(outcome?.aloneReaching.map(\.signer.key) == [Self.key(alice)])
    }

    // MARK: special signers

    @Test func `a pre-authorized transaction does not prevent a lockout`() throws {
        let other = Scenario { $0.sequence = 7 }.envelope
        let authorized = SignerKey.preAuthTx(other.hash(on: .testnet).hash)
        let review = review(
            Self.known(), [options { $0.masterWeight = 0 }, signer(authorized, weight: 1)],
            { $0.companions = [other] })
        let found = try #require(lockouts(review).first)
        #expect(
            found.message.contains(
                "only a pre-authorized transaction, once, can reach its low (0), medium (0), high (0)"))
        #expect(reach(review.authority.outcomes.first) == [.preauthorized, .preauthorized, .preauthorized])
    }

    @Test func `does not add the weights of two pre-authorized transactions`() {
        var account = Self.known(master: 0, 1, 2, 2)
        account.signers = [1, 2].map { Signer(key: .preAuthTx(hash($0)), weight: 1) }
        let outcome = outcome(account, options { $0.lowThreshold = 1 })
        #expect(reach(outcome) == [.preauthorized, .none, .none])
    }

    @Test func `marks thresholds reached only by hash(x) or signed-payload signers`() {
        let payload = SignerKey.ed25519SignedPayload(.init(ed25519: bob.account.key, payload: bytes("payload")))
        for key in [SignerKey.hashX(hash(1)), payload] {
            let review = review(Self.known([], 1, 2, 2), [signer(key, weight: 1)])
            #expect(lockouts(review).isEmpty)
            #expect(reach(review.authority.outcomes.first) == [.existing, .new, .new])
            #expect(page(review).contains("reached only if hash(x) or signed-payload signers count: medium, high"))
        }
    }

    @Test func `removes an applied pre-authorized transaction from the signers`() {
        let scenario = Scenario { $0.operations = [options { $0.medThreshold = 1 }] }
        var account = Self.known([(bob, 1)], master: 0, 1, 1, 2)
        account.signers.append(Signer(key: .preAuthTx(scenario.envelope.hash(on: .testnet).hash), weight: 1))
        let review = Scenario {
            $0.operations = scenario.operations
            $0.setUp = { [account] in $0.book = Book(accounts: [account]) }
        }.review
        #expect(review.authority.outcomes.first?.after.signers.map(\.key) == [Self.key(bob)])
        #expect(reach(review.authority.outcomes.first) == [.existing, .existing, .none])
    }

    // MARK: other accounts, other shapes

    @Test func `judges each changed account separately, and none for a plain payment`() {
        let review = review(
            Self.known([(bob, 1)]),
            [removing(bob), create(carol), options(by: carol) { $0.highThreshold = 2 }, pay(bob)])
        #expect(review.authority.outcomes.map(\.account) == [alice.account, carol.account])
        #expect(lockouts(review).map(\.message).allSatisfy { $0.contains(carol.account.address) })
        #expect(self.review(Self.known(), [pay(bob), homeDomain()]).authority.outcomes.isEmpty)
    }

    @Test func `ignores a merged account but judges one created again`() {
        let merge = operation(.accountMerge(bob.muxed), by: carol)
        let change = options(by: carol) { $0.masterWeight = 0 }
        let book = Book(accounts: [KnownAccount(account: carol.account)])
        func review(_ operations: [StellarXDR.Operation]) -> Review { self.review(nil, operations) { $0.book = book } }
        #expect(review([change, merge]).authority.outcomes.isEmpty)
        #expect(lockouts(review([change, merge])).isEmpty)
        #expect(lockouts(review([merge, create(carol), change])).count == 1)
        #expect(review([merge, change]).authority.rejections.map(\.operation) == [1])
    }

    @Test func `an operation that the network rejects is reported and lowers no outcome`() {
        let invalid: [StellarXDR.Operation] = [
            signer(Self.key(mallory), weight: 256), options { $0.lowThreshold = 256 },
            options { $0.masterWeight = 256 },
            signer(Self.key(alice), weight: 1),
            signer(.ed25519SignedPayload(.init(ed25519: bob.account.key, payload: bytes(""))), weight: 1),
        ]
        for operation in invalid {
            let review = review(Self.known(), [options { $0.masterWeight = 0 }, operation])
            #expect(review.authority.outcomes.map(\.account) == [alice.account])
            #expect(review.holds.contains { $0.rule == .masterWeight })
            #expect(review.authority.rejections.map(\.operation) == [1])
            #expect(page(review).contains("Remark the network may reject this transaction: operation 2 "))
        }
    }

    @Test func `reports a twenty-first signer as rejected by the network`() {
        let full = Self.known((1...20).map { (Person(name: "signer \($0)"), 1) })
        let change = options { $0.masterWeight = 0 }
        #expect(review(full, [change, adding(mallory)]).authority.rejections.map(\.reason) == [.tooManySigners])
        let swapped = review(full, [change, removing(Person(name: "signer 3")), adding(mallory)])
        #expect(swapped.authority.rejections.isEmpty)
        #expect(swapped.authority.outcomes.first?.after.signers.count == 20)
    }

    @Test func `judges the inner transaction of a fee bump`() throws {
        let review = Scenario {
            $0.payer = carol
            $0.operations = [options { $0.masterWeight = 0 }]
            $0.setUp = { $0.book = Book(accounts: [Self.known()]) }
        }.review
        #expect(lockouts(review).count == 1)
        let json = ReviewJSON.document(review)
        #expect(json["inner"]?["authority"]?.asArray?.first?["locked"] == ["low", "medium", "high"])
        #expect(page(review).contains("Signers of"))
    }

    @Test func `a pre-authorized transaction is judged after the one that authorizes it`() throws {
        let later = Scenario {
            $0.sequence = 7
            $0.operations = [options { $0.masterWeight = 1 }]
        }.envelope
        let review = review(
            Self.known(),
            [options { $0.masterWeight = 0 }, signer(.preAuthTx(later.hash(on: .testnet).hash), weight: 1)],
            { $0.companions = [later] })
        let companion = try #require(review.companions.first)
        #expect(lockouts(companion).isEmpty)
        #expect(reach(companion.authority.outcomes.first) == [.new, .new, .new])
    }

    // MARK: what is known

    @Test func `judges an unknown account only by what the transaction sets`() throws {
        let review = review(
            nil, [options { $0.masterWeight = 0 }, adding(mallory, 3), options { $0.medThreshold = 2 }])
        #expect(lockouts(review).isEmpty)
        let outcome = try #require(review.authority.outcomes.first)
        #expect(reach(outcome) == [.unknown, .new, .unknown])
        let page = page(review)
        #expect(page.contains("not in the book, and the request claims nothing"))
        #expect(page.contains("thresholds low not known, medium 2, high not known"))
        #expect(page.contains("not known whether anyone can reach: low, high"))
        #expect(!page.contains("previous signers"))
        let strong = self.outcome(nil, adding(mallory, 255))
        #expect(strong?.aloneReaching.map(\.levels) == [[.low, .medium, .high]])
    }

    private func claims(_ master: Int, _ others: [(Person, Int)], _ levels: [Int]) throws -> JSON {
        let signers = ([(alice, master)] + others).map { "{\"key\": \"\($0.0.account.address)\", \"weight\": \($0.1)}" }
        let hints = """
            {"accounts": {"\(alice.account.address)": {"thresholds": {"low": \(levels[0]), "medium": \(levels[1]), \
            "high": \(levels[2])}, "signers": [\(signers.joined(separator: ", "))]}}}
            """
        return try JSON(parsing: Array(hints.utf8))
    }

    @Test func `without the book, hints can raise a hold and are marked as unverified`() throws {
        let locking = try claims(1, [], [0, 0, 0])
        let review = review(nil, [options { $0.masterWeight = 0 }]) { $0.claims.hints = locking }
        #expect(
            lockouts(review).map(\.message).allSatisfy { $0.contains("signers claimed by the request, unverified") })
        #expect(lockouts(review).count == 1)
        let calming = try claims(1, [(bob, 255)], [0, 0, 0])
        let calm = self.review(nil, [options { $0.masterWeight = 0 }]) { $0.claims.hints = calming }
        #expect(page(calm).contains("signers claimed by the request, unverified"))
    }

    @Test func `ignores hints about an account in the book`() throws {
        let calming = try claims(1, [(bob, 255)], [0, 0, 0])
        let review = review(Self.known(), [options { $0.masterWeight = 0 }]) { $0.claims.hints = calming }
        #expect(lockouts(review).map(\.message).allSatisfy { $0.contains("signers from the book") })
        #expect(lockouts(review).count == 1)
    }

    @Test func `hints never remove a finding`() throws {
        let twenty = (1...20).map { Person(name: "signer \($0)") }
        // Twenty signers are set, so that there are no others, and none of them reaches 255.
        let operations =
            twenty.map { signer(Self.key($0)) } + [
                options {
                    $0.masterWeight = 0
                    $0.highThreshold = 255
                }
            ]
        let without = review(nil, operations)
        #expect(lockouts(without).count == 1)
        for calming in [try claims(1, [(mallory, 255)], [0, 0, 0]), try claims(255, [], [0, 0, 0])] {
            let with = review(nil, operations) { $0.claims.hints = calming }
            #expect(Set(with.findings.map(\.rule)).isSuperset(of: without.findings.map(\.rule)))
            #expect(lockouts(with).map(\.level) == [.hold])
        }
    }

    @Test func `counts the master key once, even if it is listed as a signer`() {
        var account = KnownAccount(
            account: alice.account, signers: [Signer(key: Self.key(alice), weight: 1)], high: 1)
        account.signers.append(Signer(key: Self.key(alice), weight: 1))
        #expect(account.signers.isEmpty)
        #expect(reach(outcome(account, options { $0.masterWeight = 0 })) == [.none, .none, .none])
        account.masterWeight = 0
        #expect(!account.isSigned(by: alice.account))
    }
}
