// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Submitting

/// What a statement says of a history, and how it deals with a server that lies.
struct StatementTests {
    private typealias Step = StatementLedger.Step
    private let ledger = StatementLedger()
    private static let usdc = StatementLedger.usdc
    private let alice = StatementLedger.alice
    private let bob = StatementLedger.bob

    private func pay(_ amount: Int64, to: TestKey = StatementLedger.bob) -> Step {
        let text = Amount(stroops: amount).fixedText
        return Step(body: StatementLedger.payment(amount, to: to), effects: [StatementLedger.debited(text)])
    }

    private func receive(_ amount: Int64, _ asset: Asset = .native) -> Step {
        let text = Amount(stroops: amount).fixedText
        return Step(
            source: bob, body: StatementLedger.payment(amount, to: alice, asset),
            effects: [StatementLedger.credited(text, asset)])
    }

    private func amounts(_ balance: StatementBalance?) -> [Int64] {
        balance.map { [$0.opening, $0.change, $0.unexplained, $0.closing].map { Int64($0) } } ?? []
    }

    /// Direction, asset's code and stroops of each movement.
    private func movements(_ statement: Statement) -> [String] {
        statement.accounts[0].rows.map { row in
            guard let movement = row.movement else { return "\(row.kind.name) \(row.fee ?? 0)" }
            let other = movement.other.map { " for \($0.amount.stroops) \($0.asset.code)" } ?? ""
            return "\(movement.direction.rawValue) \(movement.part.amount.stroops) \(movement.part.asset.code)\(other)"
        }
    }

    private func failure(of account: TestKey = StatementLedger.alice) -> Failure? {
        #expect(throws: Failure.self) { try ledger.statement(of: account) }
    }

    // MARK: sums

    @Test func `opening balance, rows and fees give the closing balance from the account's creation on`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([pay(300)])
        ledger.add(
            [
                receive(50),
                Step(
                    body: StatementLedger.payment(5, to: alice),
                    effects: [
                        StatementLedger.debited("0.0000005"), StatementLedger.credited("0.0000005"),
                    ]),
            ], by: bob)
        ledger.holds("0.0000650")
        let account = try ledger.statement().accounts[0]
        #expect(amounts(account.balances.first) == [0, 650, 0, 650])
        #expect(account.beginning == .creation && account.addsUp)
        #expect(account.rows.map(\.fee) == [nil, 100, nil, nil])
        #expect(account.rows[3].direction == .own)
    }

    @Test func `a failed transaction and one that moves nothing have a row with their fee`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([pay(300)], succeeds: false, change: { _ in })
        ledger.add([
            Step(
                body: .manageData(ManageDataOp(dataName: String64(Array("job".utf8)) ?? String64(), dataValue: nil)),
                result: .opInner(.manageData(.success)))
        ])
        ledger.change { $0.effects.removeAll { $0["type"] == "account_debited" } }
        ledger.holds("0.0000800")
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "failed 100", "fee 100"])
        #expect(statement.accounts[0].addsUp)
    }

    @Test func `a fee bump costs who pays it, and the row names whose transaction it was`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([pay(300)], fee: 200, bumpedBy: bob)
        ledger.add(
            [Step(source: bob, body: StatementLedger.payment(7, to: StatementLedger.issuer))], by: bob, fee: 400,
            bumpedBy: alice)
        ledger.holds("0.0000300")
        let account = try ledger.statement().accounts[0]
        #expect(account.rows.map(\.fee) == [nil, nil, 400])
        #expect(account.rows[2].counterparty?.address == bob.address)
        #expect(account.addsUp)
        #expect(account.rows[1].signers.map(\.text) == [alice.address, bob.address])
        #expect(account.rows[2].signers.map(\.text) == [bob.address, alice.address])
    }

    @Test func `a period has the balances of its ends, and the rows between them`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        for amount in [10, 20, 30] as [Int64] { ledger.add([receive(amount)], by: bob) }
        ledger.holds("0.0001060")
        let account = try ledger.statement(from: "2026-11-03", to: "2026-11-03").accounts[0]
        #expect(account.rows.map(\.movement?.part.amount.stroops) == [20])
        #expect(amounts(account.balances.first) == [1010, 20, 0, 1030])
        #expect(account.beginning == .calculated)
        let later = try ledger.statement(from: "2027-01-01").accounts[0]
        #expect(later.rows.isEmpty && amounts(later.balances.first) == [1060, 0, 0, 1060])
        let before = try ledger.statement(to: "2026-10-31").accounts[0]
        #expect(before.rows.isEmpty && before.balances.isEmpty)
    }

    @Test func `rejects a period that ends before it begins, and what is no day`() throws {
        #expect(throws: Failure.self) { try ledger.statement(from: "2026-11-02", to: "2026-11-01") }
        for text in ["2026-11-31", "2026-1-1", "1793534400", "2026-11-01T00:00:00Z", ""] {
            #expect(throws: Failure.self) { try StatementDay(text: text) }
        }
        #expect(ledger.requests.isEmpty)
    }

    @Test func `what the history does not explain is said, with the amount`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([pay(300)])
        ledger.holds("0.0000700")
        let statement = try ledger.statement()
        #expect(amounts(statement.accounts[0].balances.first) == [0, 600, 100, 700])
        #expect(!statement.accounts[0].addsUp)
        let warnings = statement.remarks().filter(\.isWarning).map(\.text)
        #expect(warnings.count == 1 && warnings[0].contains("does not add up") && warnings[0].contains("0.00001"))
        let csv = try CSV.read(Array(statement.text(.csv, zone: .utc).utf8), limit: 100)
        let row = try #require(csv.first { $0.fields[4] == "unexplained" })
        #expect(row.fields[3] == "in" && row.fields[8] == "0.00001")
        #expect(statement.text(.html).contains("does not add up"))
    }

    @Test func `a balance that would have been below zero is said`() throws {
        ledger.add([receive(500)], by: bob)
        ledger.holds("0.0000100")
        let account = try ledger.statement().accounts[0]
        #expect(amounts(account.balances.first) == [0, 500, -400, 100])
        #expect(account.impossible.map(\.ledger) == [10])
        #expect(!account.addsUp)
    }

    @Test func `a history that begins after the account was created says so`() throws {
        ledger.add([receive(500)], by: bob)
        ledger.holds("0.0000900")
        let statement = try ledger.statement()
        #expect(statement.accounts[0].beginning == .incomplete(ledger: 10))
        #expect(amounts(statement.accounts[0].balances.first) == [400, 500, 0, 900])
        #expect(statement.remarks().contains { $0.text.contains("begins in ledger 10") && !$0.isWarning })
    }

    @Test func `an account that was merged has nothing left, and its second life begins with nothing`() throws {
        let merge = Step(
            body: .accountMerge(MuxedAccount(bob.id)), result: .opInner(.accountMerge(.success(900))),
            effects: [StatementLedger.debited("0.0000900"), ["type": "account_removed"]])
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([merge])
        let merged = try ledger.statement().accounts[0]
        #expect(merged.addsUp && amounts(merged.balances.first) == [0, 0, 0, 0])
        ledger.add([StatementLedger.creation(70)], by: bob)
        ledger.holds("0.0000070")
        let again = try ledger.statement().accounts[0]
        #expect(again.addsUp && amounts(again.balances.first) == [0, 70, 0, 70])
        #expect(again.rows.map(\.kind.name) == ["create_account", "account_merge", "create_account"])
    }

    // MARK: kinds of movements

    private var atom: ClaimAtom {
        .orderBook(
            ClaimOfferAtom(
                sellerID: bob.id, offerID: 1, assetSold: Self.usdc, amountSold: 20, assetBought: .native,
                amountBought: 70))
    }

    @Test func `a path payment has both sides, and its hops are no rows`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let path = PathPaymentStrictReceiveOp(
            sendAsset: .native, sendMax: 90, destination: MuxedAccount(bob.id), destAsset: Self.usdc, destAmount: 20,
            path: BoundedArray())
        let last = SimplePaymentResult(destination: bob.id, asset: Self.usdc, amount: 20)
        let hop = StatementLedger.traded(("0.0000070", .native), ("0.0000020", Self.usdc), with: bob)
        ledger.add([
            Step(
                body: .pathPaymentStrictReceive(path),
                result: .opInner(.pathPaymentStrictReceive(.success(.init(offers: [atom], last: last)))),
                effects: [StatementLedger.debited("0.0000070"), hop])
        ])
        ledger.holds("0.0000830")
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "out 70 XLM for 20 USDC"])
        #expect(statement.accounts[0].addsUp)
    }

    @Test func `an offer that another account takes is a trade, also where its transaction is not listed`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let claim = ClaimAtom.orderBook(
            ClaimOfferAtom(
                sellerID: alice.id, offerID: 1, assetSold: .native, amountSold: 40, assetBought: Self.usdc,
                amountBought: 9))
        let success = ManageOfferSuccessResult(offersClaimed: [claim], offer: .deleted)
        let taken = Step(
            source: bob,
            body: .manageSellOffer(
                ManageSellOfferOp(selling: Self.usdc, buying: .native, amount: 9, price: Price(n: 1, d: 1), offerID: 0)),
            result: .opInner(.manageSellOffer(.success(success))),
            effects: [StatementLedger.traded(("0.0000040", .native), ("0.0000009", Self.usdc), with: bob)])
        let hash = ledger.add([taken], by: bob, isListed: false)
        ledger.holds("0.0000960", [(Self.usdc, "0.0000009")])
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "trade 40 XLM for 9 USDC"])
        let row = statement.accounts[0].rows[1]
        #expect(row.kind.name == "trade" && row.counterparty?.address == bob.address && row.hash.hex == hash)
        #expect(statement.accounts[0].addsUp)
    }

    @Test func `trades of one operation in the same assets are one row`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let other = ClaimAtom.orderBook(
            ClaimOfferAtom(
                sellerID: StatementLedger.issuer.id, offerID: 2, assetSold: Self.usdc, amountSold: 1,
                assetBought: .native, amountBought: 5))
        let success = ManageOfferSuccessResult(offersClaimed: [atom, other], offer: .deleted)
        ledger.add([
            Step(
                body: .manageSellOffer(
                    ManageSellOfferOp(
                        selling: .native, buying: Self.usdc, amount: 75, price: Price(n: 1, d: 5), offerID: 0)),
                result: .opInner(.manageSellOffer(.success(success))),
                effects: [
                    StatementLedger.traded(("0.0000070", .native), ("0.0000020", Self.usdc), with: bob),
                    StatementLedger.traded(
                        ("0.0000005", .native), ("0.0000001", Self.usdc), with: StatementLedger.issuer),
                ])
        ])
        ledger.holds("0.0000825", [(Self.usdc, "0.0000021")])
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "trade 75 XLM for 21 USDC"])
        #expect(statement.accounts[0].rows[1].counterparty == nil)
        #expect(statement.accounts[0].addsUp)
    }

    @Test func `a claimed balance names who set it aside, or the balance if that is not known`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let known = ClaimableBalanceID.v0(Hash(Array(repeating: 1, count: 32)) ?? Hash())
        let unknown = ClaimableBalanceID.v0(Hash(Array(repeating: 2, count: 32)) ?? Hash())
        let claimant = Claimant.v0(ClaimantV0(destination: alice.id, predicate: .unconditional))
        ledger.add(
            [
                Step(
                    source: bob,
                    body: .createClaimableBalance(
                        CreateClaimableBalanceOp(
                            asset: .native, amount: 30, claimants: BoundedArray([claimant]) ?? BoundedArray())),
                    result: .opInner(.createClaimableBalance(.success(known))),
                    effects: [
                        [
                            "type": "claimable_balance_claimant_created", "balance_id": .string(Hex.encode(known.xdr)),
                            "amount": "0.0000030", "asset": "native",
                        ]
                    ])
            ], by: bob)
        for balance in [known, unknown] {
            ledger.add([
                Step(
                    body: .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: balance)),
                    result: .opInner(.claimClaimableBalance(.success)), effects: [StatementLedger.credited("0.0000030")]
                )
            ])
        }
        ledger.holds("0.0000860")
        let account = try ledger.statement().accounts[0]
        #expect(account.rows.dropFirst().map { $0.counterparty?.address } == [bob.address, unknown.address])
        #expect(account.addsUp)
    }

    @Test func `deposits into a pool are rows of each asset, and shares are said to be left out`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let pool = String(repeating: "ab", count: 32)
        func part(_ asset: Asset, _ amount: String) -> JSON {
            ["asset": .string(asset.text), "amount": .string(amount)]
        }
        ledger.add([
            Step(
                body: .liquidityPoolDeposit(
                    LiquidityPoolDepositOp(
                        liquidityPoolID: Hash(Array(repeating: 0xab, count: 32)) ?? Hash(), maxAmountA: 9,
                        maxAmountB: 9,
                        minPrice: Price(n: 1, d: 1), maxPrice: Price(n: 1, d: 1))),
                result: .opInner(.liquidityPoolDeposit(.success)),
                effects: [
                    [
                        "type": "liquidity_pool_deposited", "liquidity_pool": ["id": .string(pool)],
                        "reserves_deposited": [part(.native, "0.0000009"), part(Self.usdc, "0.0000004")],
                    ]
                ])
        ])
        ledger.holds("0.0000891", [(Self.usdc, "0.0000000")])
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "out 9 XLM", "out 4 USDC"])
        #expect(statement.accounts[0].rows[1].counterparty?.address.hasPrefix("L") == true)
        // The USDC came from nowhere.
        #expect(statement.accounts[0].balances.map { Int64($0.unexplained) } == [0, 4])
    }

    @Test func `a contract call without effects is told by its description`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let call = InvokeContractArgs(
            contractAddress: .contract(Hash(Array(repeating: 3, count: 32)) ?? Hash()),
            functionName: SCSymbol(Array("transfer".utf8)) ?? SCSymbol(), args: [])
        let hash = ledger.add([
            Step(
                body: .invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: [])),
                result: .opInner(.invokeHostFunction(.success(Hash()))))
        ])
        ledger.change { state in
            state.payments = [
                [
                    "id": .string(String((11 as UInt64) << 32 | 1 << 12 | 1)), "paging_token": "1",
                    "type": "invoke_host_function", "created_at": "2026-11-02T12:00:00Z",
                    "transaction_hash": .string(hash),
                    "transaction_successful": true, "source_account": .string(alice.address),
                    "asset_balance_changes": [
                        [
                            "type": "transfer", "asset_type": "native", "from": .string(alice.address),
                            "to": .string(bob.address), "amount": "0.0000060",
                        ]
                    ],
                ]
            ]
        }
        ledger.holds("0.0000840")
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "out 60 XLM"])
        #expect(statement.accounts[0].rows[1].counterparty?.address == bob.address)
        #expect(statement.accounts[0].addsUp)
        #expect(statement.remarks().contains { $0.text.contains("1 contract call") })
    }

    @Test func `an issuer has rows of its own asset, and no balance of it`() throws {
        let own = try Asset(code: "OWN", issuer: alice.id)
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([
            Step(
                body: StatementLedger.payment(500, to: bob, own), effects: [StatementLedger.debited("0.0000500", own)])
        ])
        ledger.holds("0.0000900")
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "out 500 OWN"])
        #expect(statement.accounts[0].balances.map(\.asset) == [.native])
        #expect(statement.text(.hledger).contains("equity:issued  -0.00005 \"OWN:"))
    }

    @Test func `a transaction of an unknown form has the server's word for what moved`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([receive(5)], by: bob) { $0["envelope_xdr"] = "AAAACQ==" }
        ledger.holds("0.0001005")
        let statement = try ledger.statement()
        #expect(movements(statement) == ["in 1000 XLM", "in 5 XLM"])
        #expect(statement.accounts[0].rows[1].memo == nil)
        #expect(statement.accounts[0].unknown == 1 && statement.accounts[0].addsUp)
    }

    // MARK: a server that lies

    private func broken(_ change: (inout StatementLedger.State) -> Void) throws -> String {
        let fresh = StatementLedger()
        fresh.add([StatementLedger.creation(1000)], by: bob)
        fresh.add([pay(300)])
        fresh.add([receive(20)], by: bob)
        fresh.holds("0.0000620")
        #expect(try fresh.statement().accounts[0].addsUp)
        fresh.change(change)
        let failure = #expect(throws: Failure.self) { try fresh.statement() }
        #expect(failure?.kind == .protocolBroken)
        return failure?.message ?? ""
    }

    private func replacing(_ key: String, _ value: JSON, in json: JSON) -> JSON {
        var object = json.asObject ?? JSONObject()
        object[key] = value
        return .object(object)
    }

    @Test func `rejects effects that contradict the operation and its result`() throws {
        let message = try broken { $0.effects[1] = replacing("amount", "0.0000301", in: $0.effects[1]) }
        #expect(message.contains("operation 1") && message.contains("-0.00003 by its result"))
        #expect(try broken { _ = $0.effects.remove(at: 1) }.contains("by its effects"))
        #expect(
            try broken {
                $0.effects.append(
                    replacing(
                        "paging_token", .string("\($0.effects[2]["paging_token"]?.asString?.dropLast() ?? "")2"),
                        in: $0.effects[2]))
            }
            .contains("by its effects"))
    }

    @Test func `rejects an effect of another account, of no operation, and of a failed transaction`() throws {
        #expect(
            try broken { $0.effects[1] = replacing("account", .string(bob.address), in: $0.effects[1]) }
                .contains("another account's"))
        #expect(
            try broken { state in
                let token = ((12 as UInt64) << 32 | 1 << 12) + 9
                state.effects[2] = replacing("paging_token", .string("\(token)-1"), in: state.effects[2])
            }.contains("number 9"))
        #expect(
            try broken { state in
                let failed = TransactionResult(feeCharged: 100, result: .txFailed([]), ext: .v0)
                state.transactions[1] = replacing("successful", false, in: state.transactions[1])
                state.transactions[1] = replacing(
                    "result_xdr", .string(Base64.encode(failed.xdr)), in: state.transactions[1])
            }.contains("failed, but has effects"))
    }

    @Test func `rejects an envelope of another transaction, and a record that cannot be read`() throws {
        #expect(
            try broken { state in
                state.transactions[1] = replacing(
                    "envelope_xdr", state.transactions[2]["envelope_xdr"] ?? .null, in: state.transactions[1])
            }.contains("another transaction's"))
        #expect(
            try broken { $0.transactions[1] = replacing("fee_charged", "much", in: $0.transactions[1]) }
                .contains("fee_charged"))
        #expect(
            try broken { $0.transactions[1] = replacing("fee_charged", "-1", in: $0.transactions[1]) }
                .contains("below zero"))
        #expect(
            try broken { $0.transactions[1] = replacing("created_at", .null, in: $0.transactions[1]) }
                .contains("has no time"))
    }

    @Test func `rejects a list that is not in order`() throws {
        #expect(try broken { $0.transactions.swapAt(1, 2) }.contains("not in order"))
        #expect(try broken { $0.effects.swapAt(1, 2) }.contains("not in order"))
    }

    @Test func `reads what was added while it read`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.holds("0.0001000")
        ledger.change { state in
            // The next ledger closes behind the server's first answer.
            state.onAccount = { state in
                let later = StatementLedger()
                later.add([StatementLedger.creation(1000)], by: StatementLedger.bob)
                later.add(
                    [
                        Step(
                            source: StatementLedger.bob,
                            body: StatementLedger.payment(5, to: StatementLedger.alice),
                            effects: [StatementLedger.credited("0.0000005")])
                    ], by: StatementLedger.bob)
                later.holds("0.0001005")
                state = later.present
            }
        }
        let account = try ledger.statement().accounts[0]
        #expect(account.addsUp && amounts(account.balances.first) == [0, 1005, 0, 1005])
    }

    @Test func `reads smaller pages where a page is too large`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        for _ in 0..<45 { ledger.add([receive(1)], by: bob) }
        ledger.holds("0.0001045")
        ledger.change { $0.mostElements = 20 }
        #expect(try ledger.statement().accounts[0].addsUp)
        #expect(ledger.requests.contains { $0.contains("/effects") && $0.contains("limit=20") })
    }

    @Test func `rejects an account that was never seen`() throws {
        let failure = failure()
        #expect(failure?.kind == .badInput && failure?.message.contains(alice.address) == true)
    }

    // MARK: formats

    private func hostile() throws -> Statement {
        ledger.add([StatementLedger.creation(1000)], by: bob)
        let texts = ["=1+1", "+49 30", "-5", "@SUM(A1)", "\t=1", "<b>&\"", "(x); a\nb", "date:2020, hash: 0", "text:a"]
        for text in texts {
            ledger.add([receive(1)], by: bob, memo: .text(Opaque(Array(text.utf8)) ?? Opaque()))
        }
        ledger.holds("0.0001009")
        return try ledger.statement()
    }

    @Test func `no cell of a table is a formula, and every text reads back, escaped where it steers a terminal`() throws
    {
        let text = try hostile().text(.csv, zone: .utc)
        #expect(text.hasPrefix(StatementColumn.allCases.map(\.rawValue).joined(separator: ",") + "\r\n"))
        let memos = try CSV.read(Array(text.utf8), limit: 100).map { $0.fields[12] }.filter { !$0.isEmpty }
        #expect(
            memos == [
                "memo", "=1+1", "+49 30", "-5", "@SUM(A1)", #"\x09=1"#, "<b>&\"", #"(x); a\x0ab"#, "date:2020, hash: 0",
                "text:text:a",
            ])
        for line in text.split(separator: "\r\n") {
            for cell in line.split(separator: ",") {
                let first = cell.drop { $0 == "\"" }.unicodeScalars.first
                #expect(first.map { "=+-@\t\r".unicodeScalars.contains($0) } != true, "\(cell)")
            }
        }
    }

    @Test func `texts of others get into a page only escaped, and nothing is fetched`() throws {
        let page = try hostile().text(.html, zone: .utc)
        #expect(page.contains("&lt;b&gt;&amp;&quot;") && !page.contains("<b>"))
        #expect(!page.contains("<script") && !page.contains("http") && !page.contains("url("))
    }

    @Test func `a journal has one line for each text of others, with a code of its own`() throws {
        let journal = try hostile().text(.hledger)
        let heads = journal.split(separator: "\n").filter { $0.hasPrefix("2026") || $0.hasPrefix("2027") }
        #expect(heads.allSatisfy { $0.contains(" * (") })
        let lines = journal.split(separator: "\n").filter { !$0.hasPrefix("20") && !$0.hasPrefix(";") }
        #expect(
            lines.allSatisfy {
                $0.hasPrefix("    assets:") || $0.hasPrefix("    income:") || $0.hasPrefix("    equity:")
            })
        #expect(heads.contains { $0.contains("memo: date:2020; hash: 0") })
    }

    @Test func `assets of several issuers with one code are kept apart`() throws {
        let other = try Asset(code: "USDC", issuer: bob.id)
        ledger.add([StatementLedger.creation(1000)], by: bob)
        ledger.add([receive(5, Self.usdc), receive(7, other)], by: bob)
        ledger.holds("0.0001000", [(Self.usdc, "0.0000005"), (other, "0.0000007")])
        let statement = try ledger.statement()
        #expect(statement.accounts[0].addsUp)
        let journal = statement.text(.hledger)
        #expect(journal.contains("0.0000005 \"USDC:\(StatementLedger.issuer.address)\""))
        #expect(journal.contains("0.0000007 \"USDC:\(bob.address)\""))
    }

    @Test func `JSON has the columns' names, native, and amounts as texts`() throws {
        ledger.add([StatementLedger.creation(1000)], by: bob, memo: .id(7))
        ledger.holds("0.0001000")
        let json = try JSON(parsing: Array(try ledger.statement().text(.json, zone: .utc).utf8))
        let row = try #require(json["rows"]?.asArray?.first)
        #expect(row.asObject?.keys == StatementColumn.allCases.map(\.rawValue) + ["batch_id"])
        #expect(row["asset"] == "native" && row["amount"] == "0.0001" && row["memo"] == ["type": "id", "value": "7"])
        #expect(row["fee"] == .null && row["time_local"] == "2026-11-01T12:00:00+00:00" && row["source"] == "ledger")
        let balance = try #require(json["accounts"]?.asArray?.first?["balances"]?.asArray?.first)
        #expect(balance["opening"] == "0" && balance["closing"] == "0.0001" && balance["unexplained"] == "0")
        #expect(json["version"] == 1)
    }

    @Test func `local times have the zone's offset`() {
        let zone = LocalZone { $0.seconds < 1_000 ? -5_400 : 7_200 }
        #expect(zone.rfc3339(Timestamp(100_000)) == "1970-01-02T05:46:40+02:00")
        #expect(zone.plain(Timestamp(100_000)) == "1970-01-02 05:46:40")
        #expect(zone.rfc3339(Timestamp(900)) == "1970-01-01T00:00:00-01:30")
    }

    // MARK: the journal

    @Test func `transactions that the server no longer has are named`() throws {
        ledger.add([receive(500)], by: bob)
        ledger.holds("0.0000900")
        let transaction = Transaction(
            sourceAccount: MuxedAccount(alice.id), fee: 100, seqNum: 1, cond: .none, memo: .none,
            operations: BoundedArray([Operation(sourceAccount: nil, body: pay(3).body)]) ?? BoundedArray(), ext: .v0)
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        let hashed = HashedTransaction(envelope, on: .testnet)
        let journal = try ledger.context.journal()
        try journal.queue(1) { _ throws(JournalError) in (SignedTransaction(hashed), []) }
        _ = try journal.perform([
            .attempt(hash: hashed.hash), .outcome(hash: hashed.hash, .included(ledger: 4, resultXDR: nil)),
        ])
        let statement = try ledger.statement()
        #expect(statement.accounts[0].missing.map(\.hash) == [hashed.hash])
        #expect(statement.remarks().contains { $0.isWarning && $0.text.contains(hashed.hash.hex) })
    }
}
