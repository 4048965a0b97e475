// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR
import Testing

/// Payments by contracts, and users of shared accounts.
struct PaymentRecordTests {
    private static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    private static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    private static let contract = "CAPECFLUT6KHYOOWUQNP7KC6PTMICKANBURFWRMPZTXUEEKHN67B7UI2"

    private func record(_ type: String, _ members: [(String, JSON)]) throws -> PaymentRecord {
        try PaymentRecord(
            .object(
                JSONObject(
                    [
                        ("id", "1"), ("paging_token", "1"), ("type", .string(type)),
                        ("created_at", "2026-11-26T10:00:00Z"),
                        ("transaction_hash", .string(String(repeating: "5a", count: 32))),
                        ("transaction_successful", true), ("source_account", .string(Self.bob)),
                    ] + members)))
    }

    private func call(_ changes: JSON...) throws -> PaymentRecord {
        try record("invoke_host_function", [("asset_balance_changes", .array(changes))])
    }

    private func change(
        _ type: String = "transfer", from: String? = nil, to: String? = nil, _ amount: String = "5.0000000",
        usdc: Bool = false, more: [(String, JSON)] = []
    ) -> JSON {
        var members: [(String, JSON)] = [("type", .string(type)), ("amount", .string(amount))]
        members +=
            usdc
            ? [("asset_type", "credit_alphanum4"), ("asset_code", "USDC"), ("asset_issuer", .string(Self.bob))]
            : [("asset_type", "native")]
        if let from { members.append(("from", .string(from))) }
        if let to { members.append(("to", .string(to))) }
        return .object(JSONObject(members + more))
    }

    private func seen(_ record: PaymentRecord) throws -> (PaymentRecord.Direction?, String, String) {
        let account = try AccountID(address: Self.alice)
        let seen = record.seen(by: account)
        func words(_ amount: Amount?, _ asset: Asset?) -> String { "\(amount?.text ?? "?") \(asset?.code ?? "?")" }
        return (
            seen.direction(for: account), words(seen.givenAmount, seen.givenAsset), words(seen.amount, seen.asset)
        )
    }

    @Test func `a contract's payment is received, with its sender`() throws {
        let record = try call(change(from: Self.contract, to: Self.alice))
        #expect(try seen(record) == (.received, "5 XLM", "5 XLM"))
        let account = try AccountID(address: Self.alice)
        #expect(record.seen(by: account).from?.address == Self.contract)
        #expect(record.seen(by: account).from?.account == nil)
    }

    @Test func `a payment to a contract is sent, and a mint is received from the issuer`() throws {
        #expect(try seen(call(change(from: Self.alice, to: Self.contract))) == (.sent, "5 XLM", "5 XLM"))
        let minted = try call(change("mint", to: Self.alice, usdc: true))
        #expect(try seen(minted) == (.received, "5 USDC", "5 USDC"))
        #expect(try minted.seen(by: AccountID(address: Self.alice)).from?.address == Self.bob)
        for type in ["burn", "clawback"] {
            #expect(try seen(call(change(type, from: Self.alice, usdc: true))) == (.sent, "5 USDC", "5 USDC"))
        }
    }

    @Test func `what a swap took and gave is one exchange`() throws {
        let swap = try call(
            change(from: Self.alice, to: Self.contract), change(from: Self.contract, to: Self.alice, "2", usdc: true))
        #expect(try seen(swap) == (.sent, "5 XLM", "2 USDC"))
        let account = try AccountID(address: Self.alice)
        #expect(swap.seen(by: account).isExchanged && swap.furtherChanges(for: account).isEmpty)
    }

    @Test func `changes of one asset are added, and those of more are told apart`() throws {
        let account = try AccountID(address: Self.alice)
        let twice = try call(
            change(from: Self.contract, to: Self.alice), change(from: Self.bob, to: Self.alice, "0.5"))
        #expect(try seen(twice) == (.received, "5.5 XLM", "5.5 XLM"))
        #expect(twice.seen(by: account).from == nil)
        let both = try call(
            change(from: Self.contract, to: Self.alice), change(from: Self.contract, to: Self.alice, "7", usdc: true))
        #expect(both.furtherChanges(for: account) == ["received 7 USDC"])
        let largest = "922337203685.4775807"
        let huge = try call(
            change(from: Self.contract, to: Self.alice, largest), change(from: Self.contract, to: Self.alice, largest))
        #expect(huge.furtherChanges(for: account) == ["received \(largest) XLM"])
    }

    @Test func `a call that moved nothing of the account has no amount`() throws {
        for record in [
            try call(), try call(change(from: Self.contract, to: Self.bob)),
            try call(change(from: Self.alice, to: Self.alice)), try record("invoke_host_function", []),
        ] {
            let (direction, _, received) = try seen(record)
            #expect(direction == nil && received == "? ?")
        }
    }

    @Test func `shows the user of a shared account, where the account is the same`() throws {
        let account = try AccountID(address: Self.alice)
        let user = MuxedAccount.muxedEd25519(MuxedAccountMed25519(id: 7, ed25519: account.key)).address
        func payment(_ more: [(String, JSON)]) throws -> PaymentRecord {
            try record(
                "payment",
                [("from", .string(Self.bob)), ("to", .string(Self.alice)), ("asset_type", "native"), ("amount", "1")]
                    + more)
        }
        let muxed = try payment([("to_muxed", .string(user)), ("to_muxed_id", "7"), ("from_muxed", .string(user))])
        #expect(muxed.to?.address == user && muxed.to?.account == account && muxed.from?.address == Self.bob)
        #expect(muxed.direction(for: account) == .received)
        #expect(try payment([("to_muxed", "M")]).to?.address == Self.alice)
        let called = try call(
            change(from: Self.contract, to: Self.alice, more: [("destination_muxed_id", "7")]))
        #expect(called.changes.first?.to?.address == user)
        let text = try call(
            change(from: Self.contract, to: Self.alice, more: [("destination_muxed_id", "x")]))
        #expect(text.changes.first?.to?.address == Self.alice)
    }

    @Test(arguments: ["", "G", "SCHHVTKFFF6KYB67CEMQBAAFEK4OIYPFUKYFCE2AK4F3LHTSWYV36YEZ", "\u{1b}[2J", "TALICE"])
    func `rejects a party that is no holder, without repeating it`(text: String) throws {
        let error = #expect(throws: JSONError.self) {
            try record(
                "payment",
                [("from", .string(text)), ("to", .string(Self.alice)), ("asset_type", "native"), ("amount", "1")])
        }
        #expect(error?.message.contains("from") == true && (text.isEmpty || error?.message.contains(text) == false))
    }

    @Test func `shares of a pool need no authorization`() throws {
        let shares = try AccountBalance([
            "asset_type": "liquidity_pool_shares", "liquidity_pool_id": "ab", "balance": "1", "limit": "5",
            "is_authorized": false, "is_authorized_to_maintain_liabilities": false,
        ])
        #expect(shares.isAuthorized && shares.maintainsLiabilities)
        let line = try AccountBalance([
            "asset_type": "credit_alphanum4", "asset_code": "USDC", "asset_issuer": .string(Self.bob), "balance": "1",
            "limit": "5", "is_authorized": false, "is_authorized_to_maintain_liabilities": true,
        ])
        #expect(!line.isAuthorized && line.maintainsLiabilities)
    }
}
