// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

struct PreflightTests {
    private static let usd = "USD:\(ShownLedger.bob)"

    static func line(_ balance: String, limit: String = "1000.0000000", authorized: Bool = true) -> JSON {
        [
            "balance": .string(balance), "limit": .string(limit), "asset_type": "credit_alphanum4", "asset_code": "USD",
            "asset_issuer": .string(ShownLedger.bob), "is_authorized": .bool(authorized),
            "is_authorized_to_maintain_liabilities": .bool(authorized), "buying_liabilities": "0.0000000",
            "selling_liabilities": "0.0000000",
        ]
    }

    private static let carol = StrKey.publicKey(Uint256()).text

    private func codes(
        _ bodies: OperationBody..., accounts: [String: JSON], memo: Memo = .none, sequence: Int64 = 101
    ) throws -> [ResultCode?] {
        var check = try Preflight(ShownLedger(accounts: accounts), now: Timestamp(1_000_000), .sending)
        let draft = TransactionDraft(
            source: try MuxedAccount(address: ShownLedger.alice), sequence: sequence, feePerOperation: 100,
            memo: memo, operations: bodies.map { Operation(sourceAccount: nil, body: $0) })
        return try check.rejections(about: try draft.envelope()).map(\.code)
    }

    private func pay(_ asset: String, _ amount: Int64, to destination: String = ShownLedger.bob) throws -> OperationBody
    {
        .payment(
            PaymentOp(destination: try MuxedAccount(address: destination), asset: try Asset(asset), amount: amount))
    }

    private func trust(_ limit: Int64) throws -> OperationBody {
        .changeTrust(ChangeTrustOp(line: try Asset(Self.usd).asTrustLine, limit: limit))
    }

    private let both = [
        ShownLedger.alice: ShownLedger.account(ShownLedger.alice),
        ShownLedger.bob: ShownLedger.account(ShownLedger.bob),
    ]

    @Test func `a valid payment has no rejection`() throws {
        #expect(try codes(try pay("native", 10_000_000), accounts: both) == [])
    }

    @Test func `the balance above reserve and fee can be spent, but not one stroop more`() throws {
        let spare: Int64 = 1_000_000_000 - 10_000_000 - 100
        #expect(try codes(try pay("native", spare), accounts: both) == [])
        #expect(try codes(try pay("native", spare + 1), accounts: both) == ["op_underfunded"])
    }

    @Test func `an operation cannot spend what an earlier one has spent`() throws {
        let half: Int64 = 500_000_000
        #expect(try codes(try pay("native", half), try pay("native", half), accounts: both) == ["op_underfunded"])
        // As in the ledger, a failed operation changes nothing.
        let spare: Int64 = 1_000_000_000 - 10_000_000 - 300
        let found = try codes(
            try pay("native", half), try pay("native", half), try pay("native", spare - half), accounts: both)
        #expect(found == ["op_underfunded"])
    }

    @Test func `accepts a payment to an account that an earlier operation creates`() throws {
        let create = OperationBody.createAccount(
            CreateAccountOp(destination: try AccountID(address: Self.carol), startingBalance: 10_000_000))
        #expect(try codes(create, try pay("native", 1, to: Self.carol), accounts: both) == [])
        #expect(try codes(try pay("native", 1, to: Self.carol), accounts: both) == ["op_no_destination"])
        #expect(try codes(create, create, accounts: both) == ["op_already_exists"])
    }

    @Test func `rejects a pool withdrawal that exceeds the shares held`() throws {
        let pool = PoolID(sha256: [1])
        let shares: JSON = [
            "balance": "5.0000000", "limit": "1000.0000000", "asset_type": "liquidity_pool_shares",
            "liquidity_pool_id": .string(Hex.encode(pool.bytes)), "is_authorized": true,
            "is_authorized_to_maintain_liabilities": true,
        ]
        let deposit = OperationBody.liquidityPoolDeposit(
            LiquidityPoolDepositOp(
                liquidityPoolID: pool, maxAmountA: 1, maxAmountB: 1, minPrice: Price(n: 1, d: 1),
                maxPrice: Price(n: 1, d: 1)))
        let withdraw: (Int64) -> OperationBody = {
            .liquidityPoolWithdraw(
                LiquidityPoolWithdrawOp(liquidityPoolID: pool, amount: $0, minAmountA: 0, minAmountB: 0))
        }
        #expect(try codes(deposit, accounts: both) == ["op_no_trust"])
        #expect(try codes(withdraw(1), accounts: both) == ["op_no_trust"])
        var accounts = both
        accounts[ShownLedger.alice] = ShownLedger.account(ShownLedger.alice, lines: [shares], subentries: 2)
        #expect(try codes(deposit, withdraw(50_000_000), accounts: accounts) == [])
        #expect(try codes(withdraw(50_000_001), accounts: accounts) == ["op_underfunded"])
        #expect(try codes(withdraw(50_000_000), withdraw(1), accounts: accounts) == ["op_underfunded"])
    }

    @Test func `a credit payment requires authorized trustlines with sufficient balance and room`() throws {
        let poor = ShownLedger.account(ShownLedger.alice, lines: [Self.line("5.0000000")], subentries: 1)
        var accounts = both
        accounts[ShownLedger.alice] = poor
        accounts[Self.carol] = ShownLedger.account(Self.carol)
        #expect(try codes(try pay(Self.usd, 1, to: Self.carol), accounts: accounts) == ["op_no_trust"])
        #expect(try codes(try pay(Self.usd, 50_000_001), accounts: accounts) == ["op_underfunded"])
        accounts[Self.carol] = ShownLedger.account(Self.carol, lines: [Self.line("999.9999999")], subentries: 1)
        #expect(try codes(try pay(Self.usd, 1, to: Self.carol), accounts: accounts) == [])
        #expect(try codes(try pay(Self.usd, 2, to: Self.carol), accounts: accounts) == ["op_line_full"])
        accounts[Self.carol] = ShownLedger.account(
            Self.carol, lines: [Self.line("0.0000000", authorized: false)], subentries: 1)
        #expect(try codes(try pay(Self.usd, 1, to: Self.carol), accounts: accounts) == ["op_not_authorized"])
        #expect(try codes(try pay(Self.usd, 1), accounts: both) == ["op_src_no_trust"])
    }

    @Test func `a trustline is removed only when it is empty`() throws {
        var accounts = both
        accounts[ShownLedger.alice] = ShownLedger.account(
            ShownLedger.alice, lines: [Self.line("0.0000001")], subentries: 1)
        #expect(try codes(try trust(0), accounts: accounts) == ["op_invalid_limit"])
        #expect(try codes(try pay(Self.usd, 1), try trust(0), accounts: accounts) == [])
        #expect(try codes(try trust(0), accounts: both) == ["op_invalid_limit"])
    }

    @Test func `a new trustline requires an existing issuer and sufficient reserve`() throws {
        let onlyAlice = [ShownLedger.alice: ShownLedger.account(ShownLedger.alice)]
        #expect(try codes(try trust(1), accounts: onlyAlice) == ["op_no_issuer"])
        var accounts = both
        accounts[ShownLedger.alice] = ShownLedger.account(ShownLedger.alice, native: "1.4000000")
        #expect(try codes(try trust(1), accounts: accounts) == ["op_low_reserve"])
    }

    @Test func `a destination that requires a memo accepts only a memo or a muxed address`() throws {
        var accounts = both
        accounts[ShownLedger.bob] = ShownLedger.account(
            ShownLedger.bob, data: [("config.memo_required", "MQ==")], subentries: 1)
        #expect(try codes(try pay("native", 1), accounts: accounts) == [nil])
        #expect(try codes(try pay("native", 1), accounts: accounts, memo: .text(Opaque())) == [])
        let muxed = StrKey.muxed(try AccountID(address: ShownLedger.bob).key, id: 0).text
        #expect(try codes(try pay("native", 1, to: muxed), accounts: accounts) == [])
    }

    @Test(arguments: [100, 102, 99] as [Int64])
    func `reports a sequence number other than the next`(sequence: Int64) throws {
        #expect(try codes(try pay("native", 1), accounts: both, sequence: sequence) == ["tx_bad_seq"])
    }

    @Test func `a merge requires an account without subentries`() throws {
        let merge = OperationBody.accountMerge(try MuxedAccount(address: ShownLedger.bob))
        #expect(try codes(merge, accounts: both) == [])
        var accounts = both
        accounts[ShownLedger.alice] = ShownLedger.account(
            ShownLedger.alice, lines: [Self.line("0.0000000")], subentries: 1)
        #expect(try codes(merge, accounts: accounts) == ["op_has_sub_entries"])
    }

    @Test func `reports a payment of zero as op_malformed`() throws {
        #expect(try codes(try pay("native", 0), accounts: both) == ["op_malformed"])
    }
}
