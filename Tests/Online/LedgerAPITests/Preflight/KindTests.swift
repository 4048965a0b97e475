// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// Failures of each kind, with the server's data and the network's result code.
struct KindTests {
    private static let alice = ShownLedger.alice
    private static let bob = ShownLedger.bob
    private static let carol = StrKey.publicKey(Uint256()).text
    private let usd: Asset
    private let euro: Asset

    init() throws {
        usd = try Asset("USD:\(Self.bob)")
        euro = try Asset("EUR:\(Self.bob)")
    }

    /// A trustline for an asset of Bob, in Horizon's JSON form.
    private func line(
        _ code: String, _ balance: String, limit: String = "1000.0000000", buying: String = "0.0000000",
        selling: String = "0.0000000", authorized: Bool = true, maintains: Bool = true
    ) -> JSON {
        [
            "balance": .string(balance), "limit": .string(limit), "asset_type": "credit_alphanum4",
            "asset_code": .string(code), "asset_issuer": .string(Self.bob), "is_authorized": .bool(authorized),
            "is_authorized_to_maintain_liabilities": .bool(authorized || maintains),
            "buying_liabilities": .string(buying), "selling_liabilities": .string(selling),
        ]
    }

    private func ledger(
        _ lines: [JSON] = [], more: Int = 0, flags: [String] = [], bob: [String]? = [], own: [OfferRecord]? = nil,
        book: [OrderBookLevel]? = nil
    ) -> ShownLedger {
        var shown = ShownLedger()
        shown.accounts[Self.alice] = ShownLedger.account(
            Self.alice, lines: lines, subentries: lines.count + more, flags: flags)
        if let bob { shown.accounts[Self.bob] = ShownLedger.account(Self.bob, flags: bob) }
        shown.own = own
        shown.book = book
        return shown
    }

    private func codes(
        _ ledger: ShownLedger, _ bodies: OperationBody..., by sources: [String?] = [],
        conditions: Preconditions = .none
    ) throws -> [ResultCode?] {
        var check = try Preflight(ledger, now: Timestamp(1_000_000), .sending)
        let operations = try bodies.enumerated().map { index, body in
            let source = index < sources.count ? try sources[index].map(MuxedAccount.init(address:)) : nil
            return Operation(sourceAccount: source, body: body)
        }
        let transaction = Transaction(
            sourceAccount: try MuxedAccount(address: Self.alice), fee: 100 * UInt32(bodies.count), seqNum: 101,
            cond: conditions, memo: .none, operations: try #require(BoundedArray(operations)), ext: .v0)
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        return try check.rejections(about: envelope).map(\.code)
    }

    private func options(_ change: (inout SetOptionsOp) throws -> Void) rethrows -> OperationBody {
        var op = SetOptionsOp(
            inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil,
            medThreshold: nil, highThreshold: nil, homeDomain: nil, signer: nil)
        try change(&op)
        return .setOptions(op)
    }

    private func pay(_ asset: Asset, _ amount: Int64, to: String = Self.bob) throws -> OperationBody {
        .payment(PaymentOp(destination: try MuxedAccount(address: to), asset: asset, amount: amount))
    }

    private func trust(_ asset: Asset, _ limit: Int64) -> OperationBody {
        .changeTrust(ChangeTrustOp(line: asset.asTrustLine, limit: limit))
    }

    private func sell(_ selling: Asset, _ buying: Asset, _ amount: Int64, _ n: Int32 = 1, _ d: Int32 = 1, id: Int64 = 0)
        -> OperationBody
    {
        .manageSellOffer(
            ManageSellOfferOp(
                selling: selling, buying: buying, amount: amount, price: Price(n: n, d: d), offerID: id))
    }

    private func buy(_ buying: Asset, _ selling: Asset, _ amount: Int64) -> OperationBody {
        .manageBuyOffer(
            ManageBuyOfferOp(
                selling: selling, buying: buying, buyAmount: amount, price: Price(n: 1, d: 1), offerID: 0))
    }

    /// An open offer of alice: 10 of one asset for another, at a price of 1.
    private func offer(_ selling: Asset, _ buying: Asset, id: Int = 7) throws -> OfferRecord {
        func named(_ asset: Asset) -> JSON {
            guard let issuer = asset.issuer else { return ["asset_type": "native"] }
            return [
                "asset_type": "credit_alphanum4", "asset_code": .string(asset.code),
                "asset_issuer": .string(issuer.address),
            ]
        }
        return try OfferRecord([
            "id": .string(String(id)), "seller": .string(Self.alice), "selling": named(selling),
            "buying": named(buying), "amount": "10.0000000", "price_r": ["n": 1, "d": 1],
        ])
    }

    // MARK: valid operations

    @Test func `accepts the removal of a signer that does not exist`() throws {
        let remove = options { $0.signer = Signer(key: .ed25519(Uint256()), weight: 0) }
        #expect(try codes(ledger(), remove) == [])
    }

    @Test func `a payment to oneself fails only if it exceeds the trustline's limit`() throws {
        let world = ledger([line("USD", "5.0000000", limit: "12.0000000")])
        #expect(try codes(world, try pay(usd, 70_000_000, to: Self.alice)) == [])
        #expect(try codes(world, try pay(usd, 70_000_001, to: Self.alice)) == ["op_line_full"])
        #expect(try codes(world, try pay(.native, .max, to: Self.alice)) == [])
    }

    @Test func `accepts a payment to a missing issuer in its own asset, but not in XLM`() throws {
        let world = ledger([line("USD", "5.0000000")], bob: nil)
        #expect(try codes(world, try pay(usd, 50_000_000)) == [])
        #expect(try codes(world, try pay(usd, 50_000_001)) == ["op_underfunded"])
        #expect(try codes(world, try pay(.native, 1)) == ["op_no_destination"])
    }

    @Test func `deducts only the base fee if the maximum fee is higher`() throws {
        let spare: Int64 = 1_000_000_000 - 10_000_000
        var check = try Preflight(ledger(), now: Timestamp(1_000_000), .sending)
        let draft = TransactionDraft(
            source: try MuxedAccount(address: Self.alice), sequence: 101, feePerOperation: 1000,
            operations: [Operation(sourceAccount: nil, body: try pay(.native, spare - 100))])
        #expect(try check.rejections(about: try draft.envelope()).isEmpty)
    }

    // MARK: accounts

    @Test func `rejects invalid combinations and changes of account flags`() throws {
        #expect(try codes(ledger(), options { $0.setFlags = 8 }) == ["op_auth_revocable_required"])
        #expect(try codes(ledger(), options { $0.setFlags = 10 }) == [])
        let both = ledger(flags: ["auth_revocable", "auth_clawback_enabled"])
        #expect(try codes(both, options { $0.clearFlags = 2 }) == ["op_auth_revocable_required"])
        let immutable = ledger(flags: ["auth_immutable"])
        #expect(try codes(immutable, options { $0.setFlags = 1 }) == ["op_cant_change"])
        #expect(try codes(immutable, options { $0.clearFlags = 4 }) == ["op_cant_change"])
        #expect(try codes(immutable, options { $0.setFlags = 0 }) == [])
        #expect(try codes(ledger(), options { $0.setFlags = 4 }, options { $0.setFlags = 1 }) == ["op_cant_change"])
    }

    @Test func `an inflation destination has to exist`() throws {
        let carol = try AccountID(address: Self.carol)
        #expect(try codes(ledger(), options { $0.inflationDest = carol }) == ["op_invalid_inflation"])
        let create = OperationBody.createAccount(CreateAccountOp(destination: carol, startingBalance: 10_000_000))
        #expect(try codes(ledger(), create, options { $0.inflationDest = carol }) == [])
    }

    @Test func `rejects a merge of an account whose sequence number is too far ahead`() throws {
        let merge = OperationBody.accountMerge(try MuxedAccount(address: Self.bob))
        let bump = { OperationBody.bumpSequence(BumpSequenceOp(bumpTo: $0)) }
        // The ledger after the last one, number 10, starts accounts at 11 << 32.
        #expect(try codes(ledger(), bump(11 << 32), merge) == ["op_seq_num_too_far"])
        #expect(try codes(ledger(), bump((11 << 32) - 1), merge) == [])
        let create = OperationBody.createAccount(
            CreateAccountOp(destination: try AccountID(address: Self.carol), startingBalance: 10_000_000))
        #expect(try codes(ledger(), create, merge, by: [nil, Self.carol]) == ["op_seq_num_too_far"])
    }

    @Test func `reports a merge into a missing account as op_no_account`() throws {
        let merge = OperationBody.accountMerge(try MuxedAccount(address: Self.carol))
        #expect(try codes(ledger(), merge) == ["op_no_account"])
        #expect(try codes(ledger(flags: ["auth_immutable"], bob: []), merge) == ["op_no_account"])
    }

    @Test(
        arguments: [(0, 11, true), (0, 12, false), (1_000_000, 0, true), (1_000_001, 0, false)]
            as [(UInt64, UInt32, Bool)])
    func `measures the sequence age of an unused account from zero`(age: UInt64, gap: UInt32, passes: Bool) throws {
        let conditions = Preconditions.v2(
            PreconditionsV2(
                timeBounds: nil, ledgerBounds: nil, minSeqNum: nil, minSeqAge: age, minSeqLedgerGap: gap,
                extraSigners: BoundedArray()))
        let found = try codes(ledger(), try pay(.native, 1), conditions: conditions)
        #expect(found == (passes ? [] : ["tx_bad_minseq_age_or_gap"]))
    }

    @Test func `inflation is not supported`() throws {
        #expect(try codes(ledger(), .inflation) == ["op_not_supported"])
    }

    // MARK: trustlines

    @Test func `a trustline of a missing issuer can be removed, but not raised`() throws {
        let world = ledger([line("USD", "0.0000000")], bob: nil)
        #expect(try codes(world, trust(usd, .max)) == ["op_no_issuer"])
        #expect(try codes(world, trust(usd, 0)) == [])
    }

    @Test func `a new trustline is not authorized where the issuer requires authorization`() throws {
        let strict = ledger(bob: ["auth_required"])
        let found = try codes(strict, trust(usd, .max), try pay(usd, 1, to: Self.alice), by: [nil, Self.bob])
        #expect(found == ["op_not_authorized"])
        let allow = OperationBody.setTrustLineFlags(
            SetTrustLineFlagsOp(
                trustor: try AccountID(address: Self.alice), asset: usd, clearFlags: 0, setFlags: 1))
        #expect(
            try codes(strict, trust(usd, .max), allow, try pay(usd, 1, to: Self.alice), by: [nil, Self.bob, Self.bob])
                == [])
        #expect(try codes(ledger(), trust(usd, .max), try pay(usd, 1, to: Self.alice), by: [nil, Self.bob]) == [])
    }

    @Test func `rejects a trustline limit below the balance plus buying liabilities`() throws {
        let world = ledger([line("USD", "5.0000000", buying: "10.0000000")], more: 1)
        #expect(try codes(world, trust(usd, 149_999_999)) == ["op_invalid_limit"])
        #expect(try codes(world, trust(usd, 150_000_000)) == [])
    }

    // MARK: claimable balances

    @Test func `reports missing trust, authorization or funds of a claimable balance`() throws {
        let claimants = [
            Claimant.v0(ClaimantV0(destination: try AccountID(address: Self.bob), predicate: .unconditional))
        ]
        let create = OperationBody.createClaimableBalance(
            CreateClaimableBalanceOp(asset: usd, amount: 1, claimants: try #require(BoundedArray(claimants))))
        #expect(try codes(ledger(), create) == ["op_no_trust"])
        #expect(try codes(ledger([line("USD", "1.0000000", authorized: false)]), create) == ["op_not_authorized"])
        #expect(try codes(ledger([line("USD", "0.0000000")]), create) == ["op_underfunded"])
    }

    // MARK: offers

    @Test func `rejects an offer that buys more than the trustline's limit allows`() throws {
        let world = ledger([line("USD", "5.0000000", limit: "10.0000000")])
        #expect(try codes(world, sell(.native, usd, 50_000_000)) == [])
        #expect(try codes(world, sell(.native, usd, 50_000_001)) == ["op_line_full"])
        #expect(try codes(world, sell(.native, usd, 50_000_000, 2, 1)) == ["op_line_full"])
        #expect(try codes(world, buy(usd, .native, 50_000_001)) == ["op_line_full"])
        let full = ledger([line("USD", "10.0000000", limit: "10.0000000")])
        #expect(try codes(full, sell(.native, usd, 1, 1, 10)) == ["op_line_full"])
    }

    @Test func `rejects the change or removal of an offer that does not exist`() throws {
        let world = ledger([line("USD", "5.0000000")])
        #expect(try codes(world, sell(.native, usd, 1, id: 8)) == ["op_offer_not_found"])
        #expect(try codes(world, sell(.native, usd, 0, id: 8)) == ["op_offer_not_found"])
        let one = ledger([line("USD", "5.0000000", buying: "10.0000000")], more: 1, own: [try offer(.native, usd)])
        #expect(try codes(one, sell(.native, usd, 0, id: 8)) == ["op_offer_not_found"])
        #expect(try codes(one, sell(.native, usd, 0, id: 7)) == [])
        #expect(try codes(one, sell(.native, usd, 0, id: 7), sell(.native, usd, 0, id: 7)) == ["op_offer_not_found"])
        // If the server does not list the offers, nothing is reported.
        let unknown = ledger([line("USD", "5.0000000", buying: "10.0000000")], more: 1)
        #expect(try codes(unknown, sell(.native, usd, 0, id: 8)) == [])
    }

    @Test func `a changed offer may use the amount that it already reserves`() throws {
        let world = ledger(
            [line("USD", "15.0000000", selling: "10.0000000")], more: 1, own: [try offer(usd, .native)])
        #expect(try codes(world, sell(usd, .native, 150_000_000, id: 7)) == [])
        #expect(try codes(world, sell(usd, .native, 150_000_001, id: 7)) == ["op_underfunded"])
        #expect(try codes(world, sell(usd, .native, 50_000_000)) == [])
        #expect(try codes(world, sell(usd, .native, 50_000_001)) == ["op_underfunded"])
    }

    @Test func `rejects an offer that crosses one of the same account`() throws {
        let lines = [line("USD", "15.0000000", selling: "10.0000000")]
        let alone = [OrderBookLevel(price: Price(n: 1, d: 1), amount: Amount(stroops: 100_000_000))]
        let world = ledger(lines, more: 1, own: [try offer(usd, .native)], book: alone)
        #expect(try codes(world, sell(.native, usd, 10_000_000)) == ["op_cross_self"])
        #expect(try codes(world, buy(usd, .native, 10_000_000)) == ["op_cross_self"])
        // At a higher price it does not cross.
        #expect(try codes(world, sell(.native, usd, 10_000_000, 2, 1)) == [])
        let passive = OperationBody.createPassiveSellOffer(
            CreatePassiveSellOfferOp(selling: .native, buying: usd, amount: 10_000_000, price: Price(n: 1, d: 1)))
        #expect(try codes(world, passive) == [])
        // Others sell enough at a lower price.
        let cheaper = [OrderBookLevel(price: Price(n: 1, d: 2), amount: Amount(stroops: 500_000_000))] + alone
        let busy = ledger(lines, more: 1, own: [try offer(usd, .native)], book: cheaper)
        #expect(try codes(busy, sell(.native, usd, 10_000_000)) == [])
        #expect(try codes(busy, sell(.native, usd, 300_000_000)) == ["op_cross_self"])
        // The offer itself may be reversed.
        #expect(try codes(world, sell(.native, usd, 10_000_000, id: 7)) == [])
    }

    @Test func `accepts opposite offers of one transaction that do not cross`() throws {
        let world = ledger([line("USD", "15.0000000")], book: [])
        #expect(try codes(world, sell(usd, .native, 10_000_000), sell(.native, usd, 10_000_000, 2, 1)) == [])
        #expect(
            try codes(world, sell(usd, .native, 100_000_000), sell(usd, .native, 100_000_000)) == ["op_underfunded"])
    }

    @Test func `reports missing authorization, funds or trust of an offer by the network's codes`() throws {
        let unauthorized = line("USD", "5.0000000", authorized: false)
        #expect(try codes(ledger([unauthorized]), sell(usd, .native, 1)) == ["sell_not_authorized"])
        #expect(try codes(ledger([unauthorized]), sell(.native, usd, 1)) == ["buy_not_authorized"])
        let empty = line("USD", "0.0000000", authorized: false)
        #expect(try codes(ledger([empty]), sell(usd, .native, 1)) == ["op_underfunded"])
        #expect(try codes(ledger(), sell(usd, .native, 1)) == ["op_sell_no_trust"])
        #expect(try codes(ledger(), sell(.native, usd, 1)) == ["op_buy_no_trust"])
    }

    private func alone(_ n: Int32 = 1, _ d: Int32 = 1, _ amount: Int64 = 100_000_000) -> [OrderBookLevel] {
        [OrderBookLevel(price: Price(n: n, d: d), amount: Amount(stroops: amount))]
    }

    @Test func `taking an offer makes room on the maker's trustline`() throws {
        var world = ledger([line("USD", "5.0000000")], book: alone())
        world.accounts[Self.carol] = ShownLedger.account(
            Self.carol, lines: [line("USD", "10.0000000", limit: "10.0000000", selling: "10.0000000")], subentries: 2)
        let take = sell(.native, usd, 10_000_000)
        #expect(try codes(world, take, try pay(usd, 10_000_000, to: Self.carol)) == [])
        #expect(try codes(world, take, trust(usd, 90_000_000), by: [nil, Self.carol]) == [])
        // Without the purchase the line is full.
        #expect(try codes(world, try pay(usd, 10_000_000, to: Self.carol)) == ["op_line_full"])
    }

    @Test func `an account can be merged if its offers may have been taken`() throws {
        var world = ledger([line("USD", "5.0000000")], book: alone())
        world.accounts[Self.bob] = ShownLedger.account(Self.bob, subentries: 1)
        let merge = OperationBody.accountMerge(try MuxedAccount(address: Self.alice))
        #expect(try codes(world, sell(.native, usd, 10_000_000), merge, by: [nil, Self.bob]) == [])
        #expect(try codes(world, merge, by: [Self.bob]) == ["op_has_sub_entries"])
    }

    @Test func `an offer can be taken by a later operation of the same transaction`() throws {
        let empty = ledger([line("USD", "0.0000000")], book: [])
        let made = sell(usd, .native, 10_000_000)
        #expect(
            try codes(empty, made, sell(.native, usd, 10_000_000), try pay(usd, 5_000_000), by: [Self.bob]) == [])
        // It is taken before an offer of the same account at a higher price.
        let own = ledger(
            [line("USD", "15.0000000", selling: "10.0000000")], more: 1, own: [try offer(usd, .native)],
            book: alone())
        #expect(
            try codes(own, sell(usd, .native, 50_000_000, 1, 2), sell(.native, usd, 10_000_000), by: [Self.bob]) == [])
    }

    @Test func `takes another account's older offer before the account's own new one at the same price`() throws {
        let world = ledger([line("USD", "15.0000000")], book: alone())
        #expect(try codes(world, sell(usd, .native, 100_000_000), sell(.native, usd, 10_000_000)) == [])
        let none = ledger([line("USD", "15.0000000")], book: [])
        #expect(try codes(none, sell(usd, .native, 100_000_000), sell(.native, usd, 10_000_000)) == ["op_cross_self"])
    }

    @Test func `an offer that fills the trustline leaves the unsold amount spendable`() throws {
        let world = ledger(
            [line("USD", "10.0000000"), line("EUR", "0.0000000", limit: "15.0000000")], book: alone(1, 2, 1_000_000_000)
        )
        #expect(try codes(world, sell(usd, euro, 100_000_000), try pay(usd, 20_000_000)) == [])
    }

    // MARK: pools

    private func poolTrust(_ limit: Int64) -> OperationBody {
        .changeTrust(
            ChangeTrustOp(
                line: .poolShare(
                    .liquidityPoolConstantProduct(
                        LiquidityPoolConstantProductParameters(
                            assetA: .native, assetB: usd, fee: LiquidityPoolParameters.onlyFee))), limit: limit))
    }

    @Test func `pool shares require trustlines authorized at least to maintain liabilities`() throws {
        #expect(try codes(ledger(), poolTrust(.max)) == ["op_trust_line_missing"])
        let without = ledger([line("USD", "0.0000000", authorized: false, maintains: false)])
        #expect(try codes(without, poolTrust(.max)) == ["op_not_aut_maintain_liabilities"])
        let keeping = ledger([line("USD", "0.0000000", authorized: false, maintains: true)])
        #expect(try codes(keeping, poolTrust(.max)) == [])
    }

    @Test func `rejects the removal of a trustline that pool shares require`() throws {
        #expect(try codes(ledger([line("USD", "0.0000000")]), poolTrust(.max), trust(usd, 0)) == ["op_cannot_delete"])
        let id = try #require(LiquidityPoolParameters(.native, usd)).id
        let shares: JSON = [
            "balance": "0.0000000", "limit": "1000.0000000", "asset_type": "liquidity_pool_shares",
            "liquidity_pool_id": .string(Hex.encode(id.bytes)), "is_authorized": true,
            "is_authorized_to_maintain_liabilities": true,
        ]
        let world = ledger([line("USD", "0.0000000"), line("EUR", "0.0000000"), shares], more: 1)
        #expect(try codes(world, trust(usd, 0)) == ["op_cannot_delete"])
        #expect(try codes(world, trust(euro, 0)) == [])
        #expect(try codes(world, poolTrust(0), trust(usd, 0)) == [])
    }
}
