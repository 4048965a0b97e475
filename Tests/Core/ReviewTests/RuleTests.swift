// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

struct RuleTests {
    static let cases: [RuleCase] = [
        RuleCases.account, RuleCases.value, RuleCases.terms, RuleCases.policies, RuleCases.chains, RuleCases.contracts,
        RuleCases.pins, RuleCases.inertBounds, RuleCases.bookDestinations, RuleCases.policyBounds,
    ].flatMap(\.self)

    @Test(arguments: cases)
    func `the rule triggers at its level`(_ rule: RuleCase) {
        let findings = Scenario(rule.hit).review.allFindings
        let levels = findings.filter { $0.rule == rule.rule }.map(\.level)
        #expect(levels.contains(rule.level), "found \(findings.map { "\($0.rule.rawValue) \($0.level)" })")
        #expect(levels.allSatisfy { $0 <= rule.level })
    }

    @Test(arguments: cases)
    func `the rule does not trigger on the near miss`(_ rule: RuleCase) {
        // The presence of a policy is always reported at level info.
        let silent = rule.rule == .policy && rule.level > .info ? Level.info : nil
        #expect(!Scenario(rule.miss).review.allFindings.contains { $0.rule == rule.rule && $0.level != silent })
    }

    @Test(arguments: cases)
    func `a finding is a line of printable ASCII, and a hold says what to type`(_ rule: RuleCase) {
        for finding in Scenario(rule.hit).review.allFindings {
            #expect(finding.message.utf8.count > 10)
            #expect(finding.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
            #expect((finding.challengeValue != nil) == (finding.level == .hold))
            if let value = finding.challengeValue {
                #expect(!value.isEmpty && value.utf8.allSatisfy { (0x21...0x7e).contains($0) })
            }
        }
    }

    @Test func `every rule has a case`() {
        let tested = Set(Self.cases.map(\.rule))
        #expect(RuleID.allCases.filter { !tested.contains($0) }.isEmpty)
    }

    @Test func `a finding names its operation`() {
        let review = Scenario { $0.operations = [pay(bob), options { $0.masterWeight = 0 }] }.review
        #expect(review.findings.filter { $0.rule == .masterWeight }.map(\.operation) == [1])
    }

    @Test func `hints and a note leave the findings unchanged`() {
        let calm = Scenario {
            $0.setUp = {
                $0.claims.signers = [bob.muxed]
                $0.claims.note = "harmless"
                $0.claims.hints = ["contacts": ["bob"], "balances": ["native": "1"]]
            }
        }
        #expect(calm.review.findings == Scenario().review.findings)
    }

    @Test func `a rule raises one hold per distinct target`() {
        let twice = Scenario {
            $0.operations = [
                operation(.accountMerge(bob.muxed), by: carol), operation(.accountMerge(bob.muxed)),
                operation(.accountMerge(mallory.muxed)),
            ]
        }
        let endings = [bob, mallory].map { String($0.account.address.suffix(6)) }
        #expect(twice.review.holds.filter { $0.rule == .merge }.map(\.value) == endings)
    }

    @Test func `a confirmation passes only its own hold, even if another has the same value`() {
        func holds(_ rule: RuleID, _ operations: [StellarXDR.Operation], _ ledger: UInt32? = nil) -> [Hold] {
            Scenario {
                $0.operations = operations
                $0.setUp = { $0.claims.ledger = ledger }
            }.review.holds.filter { $0.rule == rule }
        }
        let bump = OperationBody.bumpSequence(.init(bumpTo: 200))
        let bumps = holds(.bumpSequence, [operation(bump), operation(bump, by: carol), operation(bump, by: carol)])
        #expect(bumps.map(\.value) == ["200", "200"])
        #expect(Set(bumps).count == 2)
        guard let typed = bumps[0].passed(byTyping: "200") else {
            return #expect(Bool(false), "the hold's own value was rejected")
        }
        #expect(typed.hold != bumps[1])

        func credentials(_ person: Person) -> SorobanCredentials {
            .address(
                SorobanAddressCredentials(
                    address: .account(person.account), nonce: 5, signatureExpirationLedger: 5, signature: .void))
        }
        let entries = [bob, carol, bob].map { authorization(credentials($0), transfer()) }
        let ends = holds(.authorizationExpiry, [invoke(.invokeContract(transfer()), auth: entries)])
        #expect(ends.map(\.value) == ["5", "5"])

        let never = ClaimPredicate.not(.unconditional)
        let claimant = Claimant.v0(ClaimantV0(destination: bob.account, predicate: never))
        let lost = [Asset.native, usdc, usdc].map { asset in
            operation(
                .createClaimableBalance(
                    CreateClaimableBalanceOp(asset: asset, amount: units("5"), claimants: bounded([claimant]))))
        }
        #expect(holds(.lostBalance, lost).map(\.value) == ["5", "5"])
    }

    @Test(arguments: [(0, true), (101, true), (102, false)])
    func `reports a bump to a number already reached as raising nothing`(_ target: Int64, _ isNothing: Bool) {
        func message(by person: Person?) -> String {
            Scenario {
                $0.sequence = 101
                $0.operations = [operation(.bumpSequence(.init(bumpTo: target)), by: person)]
            }.review.findings.first { $0.rule == .bumpSequence }?.message ?? ""
        }
        #expect(message(by: nil).hasPrefix("raises nothing") == isNothing)
        #expect(message(by: bob).hasPrefix("every transaction of"))
    }
}
