// SPDX-License-Identifier: Apache-2.0

import Codec
import ColdstarStellar
import LedgerAPI
import Stellar
import Testing

@testable import ColdstarOnline

/// An account whose entries no server lists.
struct AccountStateTests {
    private static let own = Office.alice.account.description
    private static let usd = "USD:\(Office.bob.account)"

    /// An account with one trustline of those that it has.
    private static func state(of entries: Int, isListed: Bool) throws -> AccountState {
        let record = try AccountRecord(
            [
                "account_id": .string(own), "sequence": "100", "subentry_count": .integer(entries),
                "num_sponsoring": 0, "num_sponsored": 0,
                "balances": [
                    ["balance": "10.0000000", "asset_type": "native"],
                    [
                        "balance": "7.0000000", "limit": "100.0000000", "asset_type": "credit_alphanum4",
                        "asset_code": "USD", "asset_issuer": .string(Office.bob.account.description),
                        "is_authorized": true, "is_authorized_to_maintain_liabilities": true,
                    ],
                ],
                "signers": [
                    ["key": .string(own), "weight": 0, "type": "ed25519_public_key"],
                    ["key": .string(Office.bob.account.description), "weight": 3, "type": "ed25519_public_key"],
                ],
                "thresholds": ["low_threshold": 1, "med_threshold": 2, "high_threshold": 3],
                "flags": [
                    "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                    "auth_clawback_enabled": false,
                ], "data": [:], "last_modified_ledger": 1,
            ])
        return AccountState(record, baseReserve: Stellar.Amount(stroops: 5_000_000), listsTrustlines: isListed)
    }

    @Test func `what was not asked for is unknown, and never zero`() throws {
        // The trustline, the other signer, and one entry that no one has listed.
        let state = try Self.state(of: 3, isListed: false)
        #expect(state.unlistedEntries == 1)
        #expect(try state.spendable(Asset(parsing: Self.usd)) == Amount(parsing: "7"))
        #expect(try state.spendable(Asset(parsing: "EUR:\(Office.bob.account)")) == nil)
    }

    @Test(arguments: [(2, false), (3, true)])
    func `where everything is listed, what is not there is zero`(entries: Int, isListed: Bool) throws {
        let state = try Self.state(of: entries, isListed: isListed)
        #expect(state.unlistedEntries == 0)
        #expect(try state.spendable(Asset(parsing: "EUR:\(Office.bob.account)")) == Amount(parsing: "0"))
    }

    @Test func `a signer without weight is none`() throws {
        let state = try Self.state(of: 2, isListed: true)
        #expect(state.signers.map(\.key.description) == [Office.bob.account.description])
        #expect(state.signers.map(\.weight) == [3])
        #expect([state.thresholds.low, state.thresholds.medium, state.thresholds.high] == [1, 2, 3])
    }
}
