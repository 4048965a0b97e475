// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR
import Testing

@testable import Submitting

/// Balances calculated back from the present.
struct BalanceHistoryTests {
    private static let alice = RecordedAccount.alice
    private static let bob = RecordedAccount.bob

    private static func record(_ balance: String) throws -> AccountRecord {
        try AccountRecord(
            [
                "account_id": .string(alice), "sequence": "9", "subentry_count": 0, "num_sponsoring": 0,
                "num_sponsored": 0, "balances": [["asset_type": "native", "balance": .string(balance)]],
                "signers": [["key": .string(alice), "weight": 1, "type": "ed25519_public_key"]],
                "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
                "flags": [
                    "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                    "auth_clawback_enabled": false,
                ], "data": [:], "last_modified_ledger": 5,
            ])
    }

    /// A transaction of one operation, which costs its source 100 stroops.
    private static func entry(
        _ body: OperationBody, from source: String = alice, minute: Int, isSuccessful: Bool = true
    ) throws -> HistoryEntry {
        let operations = try #require(BoundedArray<Operation, 100>([Operation(sourceAccount: nil, body: body)]))
        let transaction = Transaction(
            sourceAccount: try MuxedAccount(address: source), fee: 100, seqNum: Int64(minute), cond: .none, memo: .none,
            operations: operations, ext: .v0)
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        return try HistoryEntry(
            [
                "hash": .string(envelope.hash(on: .testnet).hex), "successful": .bool(isSuccessful), "ledger": 5,
                "result_xdr": "", "source_account": .string(source),
                "source_account_sequence": .string(String(minute)), "fee_charged": "100",
                "envelope_xdr": .string(Base64.encode(envelope.xdr)), "paging_token": .string(String(minute)),
                "created_at": .string("2026-11-23T18:0\(minute):00Z"),
            ])
    }

    private static func payment(to destination: String, _ stroops: Int64) throws -> OperationBody {
        .payment(PaymentOp(destination: try MuxedAccount(address: destination), asset: .native, amount: stroops))
    }

    private static func creation(_ stroops: Int64) throws -> OperationBody {
        .createAccount(CreateAccountOp(destination: try AccountID(address: alice), startingBalance: stroops))
    }

    private static func path() throws -> OperationBody {
        .pathPaymentStrictSend(
            PathPaymentStrictSendOp(
                sendAsset: .native, sendAmount: 700, destination: try MuxedAccount(address: alice), destAsset: .native,
                destMin: 1, path: BoundedArray()))
    }

    /// Horizon's record of the payment that `path` is in.
    private static func delivered(by entry: HistoryEntry, _ amount: String, number: Int = 1) throws -> PaymentRecord {
        try PaymentRecord(
            [
                "id": .string(String(5 << 32 | 1 << 12 | number)), "paging_token": "1",
                "type": "path_payment_strict_send", "created_at": "2026-11-23T18:01:00Z",
                "transaction_hash": .string(entry.inclusion.hash.hex), "transaction_successful": true,
                "source_account": .string(bob), "from": .string(bob), "to": .string(alice), "asset_type": "native",
                "amount": .string(amount), "source_asset_type": "native", "source_amount": "0.0000700",
            ])
    }

    private static func line(
        _ balance: String, _ entries: [HistoryEntry], payments: [PaymentRecord] = []
    ) throws -> BalanceHistory.Line? {
        let history = try BalanceHistory(of: record(balance), entries: entries, payments: payments, on: .testnet)
        #expect(history.transactions == entries.count)
        return history.lines.first
    }

    private func texts(_ line: BalanceHistory.Line?) -> [String] {
        line?.points.map { "\($0.time.rfc3339.dropFirst(14).prefix(2)) \($0.balance.stroops)" } ?? []
    }

    @Test func `goes back to the account's creation, fees included`() throws {
        let line = try Self.line(
            "0.0000900",
            [
                Self.entry(Self.payment(to: Self.alice, 300), from: Self.bob, minute: 3),
                Self.entry(Self.payment(to: Self.bob, 300), minute: 2),
                Self.entry(Self.creation(1000), from: Self.bob, minute: 1),
            ])
        #expect(texts(line) == ["01 1000", "02 600", "03 900"])
        #expect(line?.beginning == .creation)
    }

    @Test func `begins with the oldest transaction that was fetched`() throws {
        let line = try Self.line("0.0000600", [Self.entry(Self.payment(to: Self.bob, 300), minute: 2)])
        #expect(texts(line) == ["02 600"])
        #expect(line?.beginning == .notFetched)
        #expect(try Self.line("1", []) == nil)
    }

    @Test func `a failed transaction costs its fee only`() throws {
        let failed = try Self.entry(Self.payment(to: Self.bob, 300), minute: 2, isSuccessful: false)
        let line = try Self.line("0.0000900", [failed, Self.entry(Self.creation(1000), from: Self.bob, minute: 1)])
        #expect(texts(line) == ["01 1000", "02 900"])
    }

    @Test func `does not go behind a transaction whose effect is not determined`() throws {
        let entries = [
            try Self.entry(Self.payment(to: Self.bob, 300), minute: 3),
            try Self.entry(Self.path(), from: Self.bob, minute: 2),
            try Self.entry(Self.creation(1000), from: Self.bob, minute: 1),
        ]
        let line = try Self.line("0.0001200", entries)
        #expect(texts(line) == ["02 1600", "03 1200"])
        #expect(line?.beginning == .undetermined)
        // A record of another operation of the transaction does not help.
        let other = try Self.delivered(by: entries[1], "0.0000600", number: 2)
        #expect(try Self.line("0.0001200", entries, payments: [other])?.beginning == .undetermined)
        let exact = try Self.delivered(by: entries[1], "0.0000600")
        let whole = try Self.line("0.0001200", entries, payments: [exact])
        #expect(texts(whole) == ["01 1000", "02 1600", "03 1200"])
        #expect(whole?.beginning == .creation)
    }

    @Test func `draws nothing where the transactions contradict the balance`() throws {
        let creation = try Self.entry(Self.creation(1000), from: Self.bob, minute: 1)
        #expect(try Self.line("0.0000999", [creation]) == nil)
        #expect(try Self.line("0.0001001", [creation]) == nil)
        let received = try Self.entry(Self.payment(to: Self.alice, 500), from: Self.bob, minute: 2)
        #expect(try Self.line("0.0000499", [received]) == nil)
    }

    @Test func `rejects an envelope that is another transaction`() throws {
        let entry = try Self.entry(Self.creation(1000), from: Self.bob, minute: 1)
        #expect(throws: HorizonError.self) {
            try BalanceHistory(of: Self.record("1"), entries: [entry], payments: [], on: .public)
        }
    }
}
