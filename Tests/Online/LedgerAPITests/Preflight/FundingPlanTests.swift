// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR
import Testing

struct FundingPlanTests {
    private static let (alice, bob) = (ShownLedger.alice, ShownLedger.bob)
    private static let carol = StrKey.publicKey(Uint256()).text
    private static let usd = "USD:\(bob)"

    private static func line(_ balance: String, selling: String = "0.0000000") -> JSON {
        [
            "balance": .string(balance), "limit": "1000.0000000", "asset_type": "credit_alphanum4", "asset_code": "USD",
            "asset_issuer": .string(bob), "is_authorized": true, "is_authorized_to_maintain_liabilities": true,
            "buying_liabilities": "0.0000000", "selling_liabilities": .string(selling),
        ]
    }

    private static func pay(_ asset: String, _ amount: String, to: String = carol, by: String? = nil) throws
        -> Operation
    {
        Operation(
            sourceAccount: try by.map { try MuxedAccount(address: $0) },
            body: .payment(
                PaymentOp(
                    destination: try MuxedAccount(address: to), asset: try Asset(asset),
                    amount: try Amount(amount).stroops)))
    }

    private static func transaction(from source: String = alice, fee: UInt32 = 100, _ operations: Operation...) throws
        -> TransactionEnvelope
    {
        try TransactionDraft(
            source: try MuxedAccount(address: source), sequence: 101, feePerOperation: fee, memo: .none,
            operations: operations
        ).envelope()
    }

    private static func plan(_ envelopes: [TransactionEnvelope], _ accounts: JSON...) throws -> FundingPlan {
        var ledger = ShownLedger()
        for account in accounts { ledger.accounts[try account.string("account_id")] = account }
        return try FundingPlan(envelopes, in: &ledger)
    }

    private func row(_ need: FundingPlan.Need) -> [String] {
        [
            need.asset.code, Amount.text(ofSum: need.needed), need.spendable.map { Amount.text(ofSum: $0) } ?? "-",
            Amount.text(ofSum: need.missing),
            need.shortAt.map { "\($0.transaction).\($0.operation.map(String.init) ?? "fee")" } ?? "",
        ]
    }

    @Test func `counts the fees of all transactions, and the reserve`() throws {
        let pays = try Self.pay("native", "49.5")
        let envelopes = [
            try Self.transaction(from: Self.alice, fee: 1_000_000, pays), try Self.transaction(fee: 1_000_000, pays),
        ]
        let alice = ShownLedger.account(Self.alice, native: "100.0000000")
        let plan = try Self.plan(envelopes, alice)
        #expect(plan.spent.map(row) == [["XLM", "99.2", "99", "0.2", "1.0"]])
        #expect(plan.shortages.map(\.fees) == [2_000_000])
        let enough = try Self.plan(envelopes, ShownLedger.account(Self.alice, native: "100.2000000"))
        #expect(enough.shortages.isEmpty && enough.spent.map(row) == [["XLM", "99.2", "99.2", "0", ""]])
        let subentry = try Self.plan(envelopes, ShownLedger.account(Self.alice, native: "100.2000000", subentries: 1))
        #expect(subentry.shortages.map(row) == [["XLM", "99.2", "98.7", "0.5", "1.0"]])
    }

    @Test func `names the operation or the fee at which each asset runs out`() throws {
        let alice = ShownLedger.account(
            Self.alice, native: "2.0000000", lines: [Self.line("10.0000000", selling: "4.0000000")], subentries: 1)
        let usd = try Self.pay(Self.usd, "5")
        let plan = try Self.plan(
            [
                try Self.transaction(fee: 1_000_000, usd, try Self.pay("native", "0.1"), usd),
                try Self.transaction(fee: 1_000_000, usd, usd),
            ], alice)
        #expect(plan.spent.map(row) == [["XLM", "0.6", "0.5", "0.1", "1.fee"], ["USD", "20", "6", "14", "0.2"]])
        #expect(plan.isShort(try AccountID(address: Self.alice), of: try Asset(Self.usd)))
        #expect(!plan.isShort(try AccountID(address: Self.carol), of: .native))
    }

    @Test func `an issuer can spend any amount of its own asset`() throws {
        let plan = try Self.plan(
            [
                try Self.transaction(
                    from: Self.bob, try Self.pay(Self.usd, "922337203685"), try Self.pay(Self.usd, "922337203685"))
            ],
            ShownLedger.account(Self.bob))
        #expect(plan.shortages.isEmpty && plan.spent.last.map(row) == ["USD", "1844674407370", "-", "0", ""])
    }

    @Test func `an account that lacks the trustline or does not exist can spend nothing`() throws {
        let envelope = try Self.transaction(try Self.pay(Self.usd, "5"))
        #expect(
            try Self.plan([envelope], ShownLedger.account(Self.alice)).shortages.map(row) == [
                ["USD", "5", "0", "5", "0.0"]
            ])
        #expect(
            try Self.plan([envelope]).shortages.map(row) == [
                ["XLM", "0.00001", "0", "0.00001", "0.fee"], ["USD", "5", "0", "5", "0.0"],
            ])
    }

    @Test func `counts amounts received before a payment as spendable, but not those received later`() throws {
        let (alice, bob) = (
            ShownLedger.account(Self.alice, native: "51.0000100"), ShownLedger.account(Self.bob, native: "1.0000100")
        )
        let give = try Self.transaction(from: Self.alice, try Self.pay("native", "50", to: Self.bob))
        let pass = try Self.transaction(from: Self.bob, try Self.pay("native", "50"))
        #expect(try Self.plan([give, pass], alice, bob).shortages.isEmpty)
        #expect(
            try Self.plan([pass, give], alice, bob).shortages.map(row) == [["XLM", "50.00001", "0.00001", "50", "0.0"]])
    }

    @Test func `a payment to oneself requires only its fee`() throws {
        let plan = try Self.plan(
            [try Self.transaction(try Self.pay("native", "5000", to: Self.alice))], ShownLedger.account(Self.alice))
        #expect(plan.spent.map(row) == [["XLM", "0.00001", "99", "0", ""]])
    }

    @Test func `charges fees to the transaction source and payments to the operation source`() throws {
        let create = Operation(
            sourceAccount: nil,
            body: .createAccount(
                CreateAccountOp(destination: try AccountID(address: Self.carol), startingBalance: 990_000_000)))
        let plan = try Self.plan(
            [
                try Self.transaction(from: Self.bob, try Self.pay("native", "98", by: Self.alice)),
                try Self.transaction(from: Self.alice, create),
            ],
            ShownLedger.account(Self.alice), ShownLedger.account(Self.bob, native: "1.0000000"))
        #expect(
            plan.spent.map(row) == [
                ["XLM", "0.00001", "0", "0.00001", "0.fee"], ["XLM", "197.00001", "99", "98.00001", "1.0"],
            ])
    }

    /// Compares with a plain sum: adding the missing amount is enough, and one stroop less is not.
    @Test(arguments: 0..<200) func `the missing amount is exactly what has to be added`(seed: Int) throws {
        var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
        func random(_ limit: Int64) -> Int64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int64(state % UInt64(limit))
        }
        var envelopes: [TransactionEnvelope] = []
        for _ in 0...random(3) {
            let operations = try (0...random(4)).map { _ in
                try Self.pay(
                    "native", Amount(stroops: 1 + random(400_000_000)).text,
                    to: random(4) == 0 ? Self.alice : Self.carol)
            }
            let draft = TransactionDraft(
                source: try MuxedAccount(address: Self.alice), sequence: 101,
                feePerOperation: UInt32(100 + random(9_999_999)),
                memo: .none, operations: operations)
            envelopes.append(try draft.envelope())
        }
        func missing(_ balance: Int64) throws -> Int64 {
            let alice = ShownLedger.account(Self.alice, native: Amount(stroops: balance).fixedText)
            return Int64(try Self.plan(envelopes, alice).shortages.first?.missing ?? 0)
        }
        let needed = envelopes.reduce(Int64(0)) { sum, envelope in
            envelope.innermost.operations.reduce(sum + Int64(envelope.innermost.fee)) { sum, operation in
                guard case .payment(let payment) = operation.body, payment.destination.address != Self.alice else {
                    return sum
                }
                return sum + payment.amount
            }
        }
        let reserve: Int64 = 10_000_000
        #expect(try missing(reserve) == needed)
        #expect(try missing(reserve + needed) == 0)
        #expect(try missing(reserve + needed - 1) == 1)
    }
}
