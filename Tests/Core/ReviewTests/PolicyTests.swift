// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing
import TextCodec
import XDR

/// Policies as documents, what they let pass with nobody there, and what is counted.
struct PolicyTests {
    private func read(_ text: String) throws -> Policy { try Policy(try JSON(parsing: Array(text.utf8))) }

    private static let whole = """
        {"format": "coldstar-policy", "version": 1, "networks": ["testnet", "My Net"], "operations": ["payment", "fee_bump"],
         "destinations": "book", "assets": "any", "maximum_per_transaction": {"native": "10.5", "USDC:\(issuer.account.address)": "unlimited"},
         "maximum_per_day": "unlimited", "maximum_fee": "0.01", "memo_required": ["\(bob.account.address)"],
         "logins": ["example.com"], "messages": true, "unattended": ["W-NEWDEST", "W-NOTB"]}
        """

    @Test func `comes back from its document as it was`() throws {
        let policy = try read(Self.whole)
        #expect(policy.networks == [.testnet, Network(passphrase: "My Net")])
        #expect(policy.perTransaction == .by(["native": Amount(stroops: 105_000_000), usdc.text: nil]))
        #expect(policy.memoRequired == .only([bob.account]))
        #expect(try Policy(policy.json) == policy)
        #expect(try Policy(Policy().json) == Policy())
    }

    @Test func `what is left out is not allowed`() throws {
        #expect(try read(#"{"format":"coldstar-policy","version":1}"#) == Policy())
    }

    @Test(arguments: [
        (#""version": 1"#, #""version": 2"#), (#""format": "coldstar-policy""#, #""format": "coldstar-book""#),
        (#""networks""#, #""network""#), (#""payment""#, #""payments""#), (#""book""#, #""books""#),
        (#""assets": "any""#, #""assets": ["USDC"]"#), (#""10.5""#, "10.5"), (#""10.5""#, #""10.55555555""#),
        (#""10.5""#, #""-1""#), (#""maximum_per_day": "unlimited""#, #""maximum_per_day": "none""#),
        (#""0.01""#, #""1e3""#), (#""messages": true"#, #""messages": "yes""#), (#""W-NOTB""#, #""R-NET""#),
        (#""W-NOTB""#, #""POLICY""#), (#""W-NOTB""#, #""W-BOOK""#), (#""W-NOTB""#, #""W-CLOCK""#),
        (#""W-NOTB""#, #""W-NOPE""#), (#""logins": ["example.com"]"#, #""logins": [""]"#),
    ]) func `refuses what it does not understand`(old: String, new: String) throws {
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

    @Test func `a hold passes with nobody there only by a proven policy that names its rule`() throws {
        let reviewed = held([.noEnd]).reviewed
        #expect(throws: ApprovalError.held(reviewed.review.holds)) { try reviewed.approve() }
        #expect(throws: Never.self) { try held([.noEnd]).approvedByPolicy() }
        #expect(throws: ApprovalError.self) { try held([.fee]).approvedByPolicy() }
    }

    @Test func `no policy passes anything where there is none`() throws {
        let reviewed = Scenario { $0.cond = .none }.reviewed
        let other = PolicyProof(verified: policy { $0.unattended = [.noEnd] })
        #expect(throws: ApprovalError.held(reviewed.review.holds)) { try reviewed.approve(policy: other) }
    }

    @Test func `the proof of one policy passes nothing under another`() throws {
        let reviewed = held([.noEnd]).reviewed
        let other = PolicyProof(verified: policy { $0.unattended = [.noEnd, .fee] })
        #expect(throws: ApprovalError.held(reviewed.review.holds)) { try reviewed.approve(policy: other) }
    }

    @Test func `what a policy refuses nobody signs`() throws {
        let reviewed = Scenario { $0.setUp = { $0.policy = Policy() } }.reviewed
        #expect(throws: ApprovalError.self) {
            try reviewed.approve(
                holdsPassed: Set(reviewed.review.holds.compactMap { $0.passed(byTyping: $0.value) }),
                policy: PolicyProof(verified: Policy()))
        }
    }

    @Test func `counts everything that may leave`() throws {
        let spending = Spending(
            Scenario {
                $0.operations = [
                    pay(bob), strictSend(usdc, "7", .native, atLeast: "1"), claimable(.unconditional),
                    operation(.createAccount(CreateAccountOp(destination: bob.account, startingBalance: units("3")))),
                ]
            }.review)
        #expect(spending.amounts == ["native": units("18") + 100, usdc.text: units("7")])
    }

    @Test func `what was signed since a review adds what the review would have had to say, and nothing else`() {
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

    @Test func `a login and a message let nothing go`() throws {
        #expect(Spending(Scenario { $0.subject = .message([1]) }.review).amounts.isEmpty)
    }

    @Test func `a fee bump lets go of its fee, not of the transaction inside`() throws {
        let spending = Spending(
            Scenario {
                $0.payer = bob; $0.payerFee = 777
            }.review)
        #expect(spending.amounts == ["native": 777])
    }

    @Test func `what is authorized in advance goes with the signature, and into the journal`() {
        let plain = Scenario { $0.sequence = 102 }.envelope
        let bump = Scenario {
            $0.payer = carol; $0.payerFee = 777
        }.envelope
        let scenario = Scenario { $0.setUp = { $0.companions = [plain, bump] } }
        #expect(Spending(scenario.review).amounts == ["native": units("30") + 200 + 777])
        #expect(Spending(Scenario().review).amounts == ["native": units("10") + 100])
    }

    @Test func `a payment with a pre-authorised transaction is judged with it`() throws {
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
