// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Stellar
import StellarXDR
import Testing

@testable import Signing

struct ConsentTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice") }

    /// The review of a payment from the key's account; without an expiry it has a hold.
    private func reviews(expires: Bool = true) throws -> [Review] {
        try vault.job(request(try payment(from: try vault.account("alice"), expires: expires)), by: "alice").reviews
    }

    private func policy(passing rules: Set<RuleID>) -> Policy {
        var policy = Policy()
        policy.unattended = rules
        return policy
    }

    @Test func `a review without holds is approved only by typing yes`() throws {
        var consent = Consent(to: try reviews(), isUnattended: false, policy: nil, network: nil)
        #expect(consent.needsYes && consent.isOpen && consent.questions.isEmpty)
        #expect(try failure { _ = try consent.approval() }.message.contains("cannot ask for confirmation"))
        for typed in ["", "y", "no", "yes please"] {
            #expect(try failure { try consent.agree(typed) }.kind == .refused)
        }
        try consent.agree("Yes")
        _ = try consent.approval()
    }

    @Test func `unattended, a review without holds needs no answer`() throws {
        let consent = Consent(to: try reviews(), isUnattended: true, policy: nil, network: nil)
        #expect(!consent.isOpen && consent.unanswerable == nil && consent.note == nil)
        _ = try consent.approval()
    }

    @Test func `a hold is passed only by its value, which replaces the yes`() throws {
        var consent = Consent(to: try reviews(expires: false), isUnattended: false, policy: nil, network: nil)
        #expect(consent.questions.map(\.rule) == [.noEnd] && !consent.needsYes)
        let value = consent.questions[0].value
        for typed in ["", "yes", value + " ", value.lowercased() + "x"] {
            #expect(try failure { try consent.answer(typed) }.message.contains("was not confirmed"))
        }
        #expect(throws: Failure.self) { try consent.approval() }
        try consent.answer(value)
        _ = try consent.approval()
        #expect(try failure { try consent.answer(value) }.kind == .bug)
    }

    @Test func `unattended agreement does not pass a hold`() throws {
        let consent = Consent(to: try reviews(expires: false), isUnattended: true, policy: nil, network: nil)
        #expect(consent.unanswerable?.hint?.plain == "yes does not pass a hold")
        #expect(try failure { _ = try consent.approval() }.message.contains("held back by W-NOTB"))
    }

    @Test func `a policy passes only the holds of its listed rules, and only unattended`() throws {
        let reviews = try reviews(expires: false)
        let passed = Consent(to: reviews, isUnattended: true, policy: policy(passing: [.noEnd]), network: nil)
        #expect(!passed.isOpen && passed.note == "passed by the policy: W-NOTB")
        _ = try passed.approval()
        let other = Consent(to: reviews, isUnattended: true, policy: policy(passing: [.fee]), network: nil)
        #expect(other.questions.map(\.rule) == [.noEnd] && other.note == nil)
        let attended = Consent(to: reviews, isUnattended: false, policy: policy(passing: [.noEnd]), network: nil)
        #expect(attended.questions.map(\.rule) == [.noEnd] && attended.note == nil)
    }

    @Test func `naming an unknown network passes its hold only unattended and only for that network`() throws {
        let network = Network(passphrase: "My Net")
        let envelope = try payment(from: try vault.account("alice"))
        let reviews = try vault.job(
            ParsedRequest(try input(envelope), NetworkSelection(network)), by: "alice"
        ).reviews
        let open = { (isUnattended: Bool, named: Network?) -> [RuleID] in
            Consent(to: reviews, isUnattended: isUnattended, policy: nil, network: named).questions.map(\.rule)
        }
        #expect(open(true, network) == [])
        #expect(open(true, nil) == [.unknownNetwork])
        #expect(open(true, Network(passphrase: "Their Net")) == [.unknownNetwork])
        #expect(open(false, network) == [.unknownNetwork])
    }

    @Test func `a refusal cannot be approved by any answer`() throws {
        let burn = try TransactionDraft(
            source: MuxedAccount(try vault.account("alice")), sequence: 101, feePerOperation: 100,
            operations: [Operation(sourceAccount: nil, body: .bumpSequence(BumpSequenceOp(bumpTo: .max)))]
        ).envelope()
        let reviews = try vault.job(request(burn), by: "alice").reviews
        var consent = Consent(to: reviews, isUnattended: false, policy: nil, network: nil)
        #expect(consent.refusal?.message.contains("this is never signed") == true)
        for question in consent.questions { try consent.answer(question.value) }
        #expect(try failure { _ = try consent.approval() } == consent.refusal)
    }

    @Test func `an approval of one review signs nothing else`() throws {
        let alice = try vault.account("alice")
        let small = try vault.job(request(try payment(from: alice)), by: "alice")
        let other = try vault.job(request(try payment(from: alice, sequence: 102)), by: "alice")
        let failure = try failure { _ = try other.sign(small.approved(), unlock: vault.unlock) }
        #expect(failure.kind == .bug)
        #expect(try vault.journal() == [])
    }
}
