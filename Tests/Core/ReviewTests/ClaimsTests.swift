// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// How a request's unverified hints affect a review.
struct ClaimsTests {
    private func claims(_ text: String) throws -> Claims {
        var claims = Claims()
        claims.take(hints: try JSON(parsing: Array(text.utf8)))
        return claims
    }

    @Test func `reads memo requirements, the latest ledger and the anchor from hints`() throws {
        let claims = try claims(
            """
            {"version": 1, "ledger": 4294967295, "withdrawal": {"home_domain": "a.example"}, "accounts": {
            "\(bob.account.address)": {"memo_required": true}, "\(carol.account.address)": {"memo_required": false},
            "\(alice.account.address)": {"name": "me"}}}
            """)
        #expect(claims.memoRequired == [bob.account])
        #expect(claims.ledger == .max)
        #expect(claims.withdrawalDomain == "a.example")
    }

    @Test(arguments: [
        "{}", "[]", "null", #"{"ledger": "5"}"#, #"{"ledger": 4294967296}"#, #"{"ledger": -1}"#, #"{"ledger": 1.5}"#,
        #"{"withdrawal": "a.example"}"#, #"{"withdrawal": {"home_domain": 1}}"#, #"{"accounts": []}"#,
        #"{"accounts": {"G": {"memo_required": true}}}"#, #"{"accounts": {"": true}}"#,
    ])
    func `ignores malformed hints`(text: String) throws {
        let claims = try claims(text)
        #expect(claims.memoRequired.isEmpty)
        #expect(claims.ledger == nil)
        #expect(claims.withdrawalDomain == nil)
    }

    private func rules(_ hints: String, _ change: @escaping (inout Scenario) -> Void = { _ in }) throws -> [RuleID] {
        let json = try JSON(parsing: Array(hints.utf8))
        return Scenario {
            change(&$0)
            $0.setUp = { $0.claims.take(hints: json) }
        }.review.findings.filter { $0.level == .hold }.map(\.rule)
    }

    @Test func `a payment without the memo that the hints require raises a hold`() throws {
        let hints = #"{"accounts": {"\#(bob.account.address)": {"memo_required": true}}}"#
        #expect(try rules(hints) == [.memoMissing])
        #expect(try rules(hints) { $0.memo = .id(5) } == [])
        #expect(try rules(hints) { $0.operations = [pay(carol)] } == [])
        #expect(try rules(#"{"accounts": {"\#(bob.account.address)": {"memo_required": false}}}"#) == [])
    }

    @Test func `a withdrawal hint raises a hold when the book lacks the anchor's account`() throws {
        #expect(try rules(#"{"withdrawal": {"home_domain": "a.example"}}"#) == [.unpinnedWithdrawal])
    }

    @Test func `collects pre-authorized hashes only from added signers`() {
        func hashes(_ operations: [Operation]) -> Set<Hash> {
            Scenario { $0.operations = operations }.envelope.preauthorized
        }
        #expect(
            hashes([signer(.preAuthTx(hash(1))), signer(.preAuthTx(hash(2)), weight: 0), signer(.hashX(hash(3)))]) == [
                hash(1)
            ])
        #expect(hashes([pay(bob)]).isEmpty)
    }
}
