// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// Policy documents, unattended approval under a policy, and the spending that counts.
struct PolicyTests {
    private func read(_ text: String) throws -> Policy { try Policy(try JSON(parsing: Array(text.utf8))) }

    private static let contractAddress = StrKey.contract(hash(9)).text

    private static let whole = """
        {"format": "coldstar-policy", "version": 1, "networks": ["testnet", "My Net"], "operations": ["payment", "fee_bump"],
         "destinations": "book", "assets": "any", "maximum_per_transaction": {"native": "10.5", "USDC:\(issuer.account.address)": "unlimited"},
         "maximum_per_day": "unlimited", "maximum_fee": "0.01", "memo_required": ["\(bob.account.address)"],
         "logins": ["example.com"], "messages": true, "unattended": ["W-NEWDEST", "W-NOTB"],
         "expires": "2027-01-31T00:00:00Z", "functions": {"\(contractAddress)": ["swap", "deposit"]}}
        """

    @Test func `a policy round-trips as JSON`() throws {
        let policy = try read(Self.whole)
        #expect(policy.networks == [.testnet, Network(passphrase: "My Net")])
        #expect(policy.perTransaction == .by(["native": Amount(stroops: 105_000_000), usdc.text: nil]))
        #expect(policy.memoRequired == .only([bob.account]))
        #expect(policy.expires == Timestamp(1_801_353_600) && policy.functions?.values.first == ["swap", "deposit"])
        #expect(try Policy(policy.json) == policy)
        #expect(Policy().json["expires"] == nil && Policy().json["functions"] == nil)
        #expect(try Policy(Policy().json) == Policy())
    }

    @Test func `an omitted member allows nothing`() throws {
        #expect(try read(#"{"format":"coldstar-policy","version":1}"#) == Policy())
    }

    @Test(arguments: [
        (#""version": 1"#, #""version": 2"#), (#""format": "coldstar-policy""#, #""format": "coldstar-book""#),
        (#""networks""#, #""network""#), (#""payment""#, #""payments""#), (#""book""#, #""books""#),
        (#""assets": "any""#, #""assets": ["USDC"]"#), (#""10.5""#, "10.5"), (#""10.5""#, #""10.55555555""#),
        (#""10.5""#, #""-1""#), (#""maximum_per_day": "unlimited""#, #""maximum_per_day": "none""#),
        (#""0.01""#, #""1e3""#), (#""messages": true"#, #""messages": "yes""#), (#""W-NOTB""#, #""R-NET""#),
        (#""W-NOTB""#, #""POLICY""#), (#""W-NOTB""#, #""W-BOOK""#), (#""W-NOTB""#, #""W-CLOCK""#),
        (#""networks": ["testnet", "My Net"]"#, #""networks": "testnet""#), (#""payment", "fee_bump""#, #""pay""#),
        (#""0.01""#, "1"), (#""messages": true"#, #""messages": true, "surprise": 1"#),
        (#""2027-01-31T00:00:00Z""#, #""tomorrow""#), (#""2027-01-31T00:00:00Z""#, #""1801353600""#),
        (#""2027-01-31T00:00:00Z""#, "1801353600"), (#"["swap", "deposit"]"#, #""swap""#),
        (#"["swap", "deposit"]"#, "[1]"),
        (#"["swap", "deposit"]"#, #"["swap", ""]"#), (#""functions": {"C"#, #""functions": {"G"#),
        (#""W-NOTB""#, #""W-NOPE""#), (#""logins": ["example.com"]"#, #""logins": [""]"#),
    ]) func `rejects a malformed or unknown member`(old: String, new: String) throws {
        let place = try #require(Self.whole.firstRange(of: old))
        #expect(throws: JSONError.self) {
            try read(Self.whole[..<place.lowerBound] + new + Self.whole[place.upperBound...])
        }
    }

    private func held(_ unattended: Set<RuleID>) -> Scenario {
        Scenario {
            $0.cond = .none
            $0.setUp = { input in
                input.key = SigningKey(alice.account)
                input.policy = policy { $0.unattended = unattended }
            }
        }
    }

    @Test func `a hold passes unattended only with a proven policy that lists its rule`() throws {
        let reviewed = held([.noEnd]).reviewed
        #expect(throws: ApprovalError.held(reviewed.review.holds)) { try reviewed.approve() }
        #expect(throws: Never.self) { try held([.noEnd]).approvedByPolicy() }
        #expect(throws: ApprovalError.self) { try held([.fee]).approvedByPolicy() }
    }

    @Test func `a policy proof passes nothing in a review without a policy`() throws {
        let reviewed = Scenario { $0.cond = .none }.reviewed
        let other = PolicyProof(verified: policy { $0.unattended = [.noEnd] })
        #expect(throws: ApprovalError.held(reviewed.review.holds)) { try reviewed.approve(policy: other) }
    }

    @Test func `the proof of a different policy passes nothing`() throws {
        let reviewed = held([.noEnd]).reviewed
        let other = PolicyProof(verified: policy { $0.unattended = [.noEnd, .fee] })
        #expect(throws: ApprovalError.held(reviewed.review.holds)) { try reviewed.approve(policy: other) }
    }

    @Test func `a refusal by the policy cannot be approved`() throws {
        let reviewed = Scenario { $0.setUp = { $0.policy = Policy() } }.reviewed
        #expect(throws: ApprovalError.self) {
            try reviewed.approve(
                holdsPassed: Set(reviewed.review.holds.compactMap { $0.passed(byTyping: $0.value) }),
                policy: PolicyProof(verified: Policy()))
        }
    }

    @Test func `counts every possible outflow and the fee`() throws {
        let spending = Spending(
            Scenario {
                $0.operations = [
                    pay(bob), strictSend(usdc, "7", .native, atLeast: "1"), claimable(.unconditional),
                    operation(.createAccount(CreateAccountOp(destination: bob.account, startingBalance: units("3")))),
                ]
            }.review)
        #expect(spending.amounts == ["native": units("18") + 100, usdc.text: units("7")])
    }

    @Test func `signatures made after a review add exactly the findings that they cause`() {
        let scenario = Scenario {
            $0.setUp = { input in
                input.policy = policy()
                input.history = FixedHistory(sequence: 100)
            }
        }
        let reviewed = scenario.reviewed
        func added(_ history: FixedHistory) -> [RuleID] { reviewed.added(after: history).map(\.rule) }
        #expect(added(FixedHistory(sequence: 100)) == [])
        #expect(added(FixedHistory(sequence: 100, spent: ["native": units("19.9")])) == [])
        #expect(added(FixedHistory(sequence: 100, spent: ["native": units("20")])) == [.policy])
        #expect(added(FixedHistory(hash: TransactionHash(hash(1)), sequence: 101)) == [.sequenceUsed])
        #expect(added(FixedHistory(sequence: 102)) == [.sequenceJump])
        #expect(added(FixedHistory(hash: reviewed.review.hash, sequence: 100)) != [])
    }

    @Test func `a message spends nothing`() throws {
        #expect(Spending(Scenario { $0.subject = .message([1]) }.review).amounts.isEmpty)
    }

    @Test func `a fee bump spends its fee, not the amounts of its inner transaction`() throws {
        let spending = Spending(
            Scenario {
                $0.payer = bob; $0.payerFee = 777
            }.review)
        #expect(spending.amounts == ["native": 777])
    }

    @Test func `spending includes attached pre-authorized transactions`() {
        let plain = Scenario { $0.sequence = 102 }.envelope
        let bump = Scenario {
            $0.payer = carol; $0.payerFee = 777
        }.envelope
        let scenario = Scenario { $0.setUp = { $0.companions = [plain, bump] } }
        #expect(Spending(scenario.review).amounts == ["native": units("30") + 200 + 777])
        #expect(Spending(Scenario().review).amounts == ["native": units("10") + 100])
    }

    @Test func `the policy also applies to attached pre-authorized transactions`() throws {
        let inner = Scenario { $0.operations = [pay(mallory)] }.envelope
        let scenario = Scenario {
            $0.setUp = { input in
                input.policy = policy()
                input.companions = [inner]
            }
        }
        #expect(scenario.review.allFindings.contains { $0.rule == .policy && $0.level == .refuse })
    }
}
