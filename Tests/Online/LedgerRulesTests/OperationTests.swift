// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

private let rich = TestKey("ledger test rich")
private let poor = TestKey("ledger test poor")
private let revoked = TestKey("ledger test revoked")
private let crowded = TestKey("ledger test crowded")
private let full = TestKey("ledger test full")
private let immutable = TestKey("ledger test immutable")
private let ahead = TestKey("ledger test ahead")
private let strict = TestKey("ledger test strict issuer")
private let clawing = TestKey("ledger test clawing issuer")
private let usd = asset("USD", issuer)
private let euro = asset("EUROS", issuer)
private let bond = asset("BOND", strict)
private let gold = asset("GOLD", clawing)
private let ghost = asset("GHOST", nobody)

private func path(_ to: TestKey, send: Asset, _ amount: Int64, receive: Asset, least: Int64) -> OperationBody {
    .pathPaymentStrictSend(
        PathPaymentStrictSendOp(
            sendAsset: send, sendAmount: amount, destination: MuxedAccount(to.id), destAsset: receive, destMin: least,
            path: BoundedArray()))
}

private func path(_ to: TestKey, send: Asset, most: Int64, receive: Asset, _ amount: Int64) -> OperationBody {
    .pathPaymentStrictReceive(
        PathPaymentStrictReceiveOp(
            sendAsset: send, sendMax: most, destination: MuxedAccount(to.id), destAsset: receive, destAmount: amount,
            path: BoundedArray()))
}

private func allow(_ person: TestKey, _ authorize: UInt32) -> OperationBody {
    .allowTrust(
        AllowTrustOp(
            trustor: person.id, asset: .creditAlphanum4(AssetCode4(Array("BOND".utf8)) ?? AssetCode4()),
            authorize: authorize))
}

private func flags(_ person: TestKey, _ asset: Asset, set: UInt32 = 0, clear: UInt32 = 0) -> OperationBody {
    .setTrustLineFlags(SetTrustLineFlagsOp(trustor: person.id, asset: asset, clearFlags: clear, setFlags: set))
}

private func clawBack(_ person: TestKey, _ amount: Int64, _ asset: Asset) -> OperationBody {
    .clawback(ClawbackOp(asset: asset, from: MuxedAccount(person.id), amount: amount))
}

private func bump(to sequence: Int64) -> OperationBody { .bumpSequence(BumpSequenceOp(bumpTo: sequence)) }

/// An operation, its source, and its result code.
struct Attempt: Sendable, CustomTestStringConvertible {
    let code: ResultCode
    let source: TestKey
    let body: OperationBody

    init(_ code: ResultCode, _ source: TestKey, _ body: OperationBody) {
        self.code = code
        self.source = source
        self.body = body
    }

    var testDescription: String { "\(source.name): \(body.discriminant.name) \(code)" }
}

private let unknownBalance = ClaimableBalanceID.v0(Hash())

private let attempts: [Attempt] = [
    Attempt("op_success", alice, create(nobody, unit)),
    Attempt("op_already_exists", alice, create(bob, unit)),
    Attempt("op_low_reserve", alice, create(nobody, unit - 1)),
    Attempt("op_underfunded", alice, create(nobody, 1000 * unit)),
    Attempt("op_malformed", alice, create(alice, unit)),

    Attempt("op_success", alice, pay(bob, unit)),
    Attempt("op_success", alice, pay(alice, 1_000_000 * unit)),
    Attempt("op_success", alice, pay(bob, 10 * unit, usd)),
    Attempt("op_success", alice, pay(alice, 1, usd)),
    Attempt("op_success", alice, pay(issuer, 50 * unit, usd)),
    Attempt("op_success", issuer, pay(alice, 1_000_000 * unit, usd)),
    Attempt("op_success", alice, pay(nobody, unit, ghost)),
    Attempt("op_underfunded", alice, pay(bob, 99 * unit)),
    Attempt("op_underfunded", alice, pay(issuer, 50 * unit + 1, usd)),
    Attempt("op_no_destination", alice, pay(nobody, unit)),
    Attempt("op_no_destination", alice, pay(nobody, unit, usd)),
    Attempt("op_no_trust", alice, pay(carol, unit, usd)),
    Attempt("op_src_no_trust", carol, pay(bob, unit, usd)),
    Attempt("op_not_authorized", alice, pay(revoked, unit, usd)),
    Attempt("op_src_not_authorized", revoked, pay(alice, unit, usd)),
    Attempt("op_line_full", alice, pay(bob, 21 * unit, usd)),
    Attempt("op_line_full", rich, pay(full, unit)),

    Attempt("op_success", alice, path(bob, send: usd, 10 * unit, receive: euro, least: 8 * unit)),
    Attempt("op_success", alice, path(bob, send: usd, unit, receive: usd, least: unit)),
    Attempt("op_under_dest_min", alice, path(bob, send: usd, 10 * unit, receive: euro, least: 8 * unit + 1)),
    Attempt("op_too_few_offers", alice, path(bob, send: .native, unit, receive: euro, least: 1)),
    // One stroop exchanges to 0, which is below any minimum.
    Attempt("op_under_dest_min", alice, path(bob, send: usd, 1, receive: euro, least: 1)),
    Attempt("op_no_destination", alice, path(nobody, send: usd, unit, receive: euro, least: 1)),
    Attempt("op_underfunded", alice, path(bob, send: usd, 51 * unit, receive: euro, least: 1)),
    Attempt("op_src_no_trust", carol, path(bob, send: usd, unit, receive: euro, least: 1)),
    Attempt("op_src_not_authorized", revoked, path(bob, send: usd, unit, receive: euro, least: 1)),
    Attempt("op_no_trust", alice, path(carol, send: usd, unit, receive: euro, least: 1)),
    Attempt("op_not_authorized", alice, path(revoked, send: usd, unit, receive: usd, least: 1)),
    Attempt("op_line_full", alice, path(bob, send: usd, 30 * unit, receive: euro, least: 1)),

    Attempt("op_success", alice, path(bob, send: usd, most: 10 * unit, receive: euro, 8 * unit)),
    Attempt("op_over_source_max", alice, path(bob, send: usd, most: 10 * unit, receive: euro, 8 * unit + 1)),
    Attempt("op_too_few_offers", alice, path(bob, send: .native, most: unit, receive: euro, 1)),
    Attempt("op_no_destination", alice, path(nobody, send: usd, most: unit, receive: euro, 1)),
    Attempt("op_underfunded", alice, path(alice, send: usd, most: 90 * unit, receive: .native, 60 * unit)),
    Attempt("op_src_no_trust", carol, path(bob, send: usd, most: unit, receive: euro, 1)),
    Attempt("op_src_not_authorized", revoked, path(bob, send: usd, most: unit, receive: euro, 1)),
    Attempt("op_no_trust", alice, path(carol, send: usd, most: unit, receive: euro, 1)),
    Attempt("op_not_authorized", alice, path(revoked, send: usd, most: unit, receive: usd, 1)),
    Attempt("op_line_full", alice, path(bob, send: usd, most: 50 * unit, receive: euro, 21 * unit)),

    Attempt("op_success", alice, options { $0.inflationDest = bob.id }),
    Attempt("op_success", alice, options { $0.setFlags = 10 }),
    Attempt("op_success", alice, signer(.ed25519(bob.id.key), 255)),
    Attempt("op_success", alice, signer(.ed25519(nobody.id.key), 0)),
    Attempt("op_success", crowded, signer(.ed25519(crowd[0].id.key), 7)),
    Attempt("op_invalid_inflation", alice, options { $0.inflationDest = nobody.id }),
    Attempt("op_cant_change", immutable, options { $0.clearFlags = 4 }),
    Attempt("op_cant_change", immutable, options { $0.setFlags = 1 }),
    Attempt("op_auth_revocable_required", alice, options { $0.setFlags = 8 }),
    Attempt("op_auth_revocable_required", clawing, options { $0.clearFlags = 2 }),
    Attempt("op_too_many_signers", crowded, signer(.ed25519(nobody.id.key))),
    Attempt("op_low_reserve", poor, signer(.ed25519(nobody.id.key))),
    Attempt("op_too_many_subentries", rich, signer(.ed25519(nobody.id.key))),

    Attempt("op_success", alice, trust(euro)),
    Attempt("op_success", alice, trust(usd, limit: 50 * unit)),
    Attempt("op_success", bob, trust(euro, limit: 0)),
    Attempt("op_invalid_limit", alice, trust(usd, limit: 50 * unit - 1)),
    Attempt("op_invalid_limit", alice, trust(usd, limit: 0)),
    Attempt("op_invalid_limit", alice, trust(euro, limit: 0)),
    Attempt("op_no_issuer", bob, trust(ghost)),
    Attempt("op_no_issuer", alice, trust(ghost, limit: 900 * unit)),
    Attempt("op_low_reserve", poor, trust(usd)),
    Attempt("op_too_many_subentries", rich, trust(usd)),

    Attempt("op_success", strict, allow(alice, 1)),
    Attempt("op_success", strict, allow(alice, 2)),
    Attempt("op_cant_revoke", strict, allow(alice, 0)),
    Attempt("op_cant_revoke", strict, allow(bob, 2)),
    Attempt("op_no_trust", strict, allow(carol, 1)),

    Attempt("op_success", strict, flags(alice, bond, set: 1)),
    Attempt("op_success", clawing, flags(alice, gold, set: 2, clear: 1)),
    Attempt("op_success", clawing, flags(alice, gold, clear: 4)),
    Attempt("op_cant_revoke", strict, flags(bob, bond, clear: 1)),
    Attempt("op_no_trust", strict, flags(carol, bond, set: 1)),
    Attempt("op_invalid_state", clawing, flags(alice, gold, set: 2)),

    Attempt("op_success", clawing, clawBack(alice, 5 * unit, gold)),
    Attempt("op_underfunded", clawing, clawBack(alice, 6 * unit, gold)),
    Attempt("op_no_trust", clawing, clawBack(bob, 1, gold)),
    Attempt("op_malformed", clawing, clawBack(clawing, 1, gold)),
    // The issuer's own key with an id is another muxed account, and has no trustline.
    Attempt(
        "op_no_trust", clawing,
        .clawback(
            ClawbackOp(
                asset: gold, from: .muxedEd25519(MuxedAccountMed25519(id: 7, ed25519: clawing.id.key)), amount: 1))),
    Attempt("op_not_clawback_enabled", strict, clawBack(bob, 1, bond)),

    Attempt("op_success", carol, merge(into: bob)),
    Attempt("op_success", crowded, merge(into: bob)),
    Attempt("op_no_account", carol, merge(into: nobody)),
    Attempt("op_immutable_set", immutable, merge(into: bob)),
    Attempt("op_has_sub_entries", alice, merge(into: bob)),
    Attempt("op_seq_num_too_far", ahead, merge(into: bob)),
    Attempt("op_dest_full", carol, merge(into: full)),

    Attempt("op_success", alice, data("new", "value")),
    Attempt("op_success", alice, data("old", "other")),
    Attempt("op_success", alice, data("old", "")),
    Attempt("op_success", alice, data("old", nil)),
    Attempt("op_success", rich, data("0", "other")),
    Attempt("op_data_name_not_found", alice, data("new", nil)),
    Attempt("op_low_reserve", poor, data("new", "value")),
    Attempt("op_too_many_subentries", rich, data("new", "value")),

    Attempt("op_success", alice, bump(to: .max)),
    Attempt("op_success", alice, bump(to: 0)),
    Attempt("op_bad_seq", alice, bump(to: -1)),

    Attempt("op_success", alice, setAside(unit, for: bob)),
    Attempt("op_success", alice, setAside(unit, usd, for: bob)),
    Attempt("op_underfunded", alice, setAside(98 * unit, for: bob)),
    Attempt("op_underfunded", alice, setAside(51 * unit, usd, for: bob)),
    Attempt("op_low_reserve", poor, setAside(1, for: bob)),
    Attempt("op_no_trust", alice, setAside(unit, euro, for: bob)),
    Attempt("op_not_authorized", revoked, setAside(unit, usd, for: bob)),
    Attempt("op_does_not_exist", alice, .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: unknownBalance))),
    Attempt(
        "op_does_not_exist", alice, .clawbackClaimableBalance(ClawbackClaimableBalanceOp(balanceID: unknownBalance))),

    Attempt("op_not_supported", alice, .inflation),
    Attempt("op_not_supported", alice, .endSponsoringFutureReserves),
    Attempt(
        "op_not_supported", alice,
        .manageBuyOffer(
            ManageBuyOfferOp(selling: .native, buying: usd, buyAmount: 1, price: Price(n: 1, d: 1), offerID: 0))),
]

/// Twenty signers.
private let crowd = (0..<20).map { TestKey("ledger test crowd \($0)") }

private func seed() -> JSON {
    func name(_ asset: Asset) -> String { asset.text }
    func account(_ person: TestKey, _ members: [(String, JSON)] = []) -> JSON {
        .object(JSONObject([("id", .string(person.address))] + members))
    }
    func lines(_ lines: [(Asset, JSON)]) -> (String, JSON) {
        ("trustlines", .object(JSONObject(lines.map { ($0.0.text, $0.1) })))
    }
    let hundred: (String, JSON) = ("balance", "100")
    let entries = (0..<1000).map { (String($0), JSON.string("x")) }
    return [
        "accounts": [
            account(issuer), account(carol, [hundred]), account(ahead, [("sequence", "5000000000000")]),
            account(
                alice,
                [
                    hundred, ("data", ["old": "value"]),
                    lines([
                        (usd, ["balance": "50"]), (ghost, ["balance": "9"]), (bond, ["authorized": false]),
                        (gold, ["balance": "5", "clawback": true]),
                    ]),
                ]),
            account(
                bob, [hundred, lines([(usd, ["limit": "20"]), (euro, ["limit": "20"]), (bond, ["balance": "3"])])]),
            account(revoked, [hundred, lines([(usd, ["balance": "5", "authorized": false])])]),
            account(poor, [("balance", "1.4999999")]), account(rich, [("data", .object(JSONObject(entries)))]),
            account(full, [("balance", "922337203685.0000000")]),
            account(immutable, [("flags", ["auth_immutable"])]), account(strict, [("flags", ["auth_required"])]),
            account(clawing, [("flags", ["auth_revocable", "auth_clawback_enabled"])]),
            account(
                crowded,
                [("signers", .object(JSONObject(crowd.map { ($0.address, JSON.integer(1)) })))]),
        ],
        "rates": [
            ["from": .string(usd.text), "to": .string(euro.text), "price": "0.8"],
            ["from": .string(usd.text), "to": "native", "price": "1"],
        ],
    ]
}

struct OperationTests {
    @Test(arguments: attempts)
    func `returns the network's result code and changes no other account on failure`(attempt: Attempt) async throws {
        let world = try World(seed())
        let before = await world.ledger.snapshot().state
        #expect(await world.outcome(attempt.source, attempt.body) == attempt.code)
        let after = await world.ledger.snapshot().state
        let others = { (state: LedgerState) in state.accounts.filter { $0.key != attempt.source.id } }
        if attempt.code != "op_success" { #expect(others(before) == others(after)) }
        let total = after.accounts.values.reduce(0 as Int128) { $0 + Int128($1.balance) }
        let aside = after.claimableBalances.values.reduce(0 as Int128) {
            $0 + ($1.asset == .native ? Int128($1.amount) : 0)
        }
        let start = before.accounts.values.reduce(0 as Int128) { $0 + Int128($1.balance) }
        // The total amount of XLM decreases only by the fee.
        #expect(start - total - aside == (attempt.isRefused ? 0 : 100))
    }

    @Test func `a trustline is created, filled to its limit and removed`() async throws {
        let world = try World(seed())
        #expect(await world.outcome(alice, trust(euro, limit: 5 * unit)) == "op_success")
        #expect(await world.outcome(issuer, pay(alice, 5 * unit, euro)) == "op_success")
        #expect(await world.outcome(issuer, pay(alice, 1, euro)) == "op_line_full")
        let line = await world.account(alice)?.trustlines[euro]
        #expect(line?.balance == 5 * unit && line?.limit == 5 * unit && line?.isAuthorized == true)
        #expect(await world.outcome(alice, pay(issuer, 5 * unit, euro)) == "op_success")
        #expect(await world.outcome(alice, trust(euro, limit: 0)) == "op_success")
        #expect(await world.account(alice)?.trustlines[euro] == nil)
    }

    @Test func `a new trustline takes its flags from the issuer's account`() async throws {
        let world = try World(seed())
        _ = await world.outcome(carol, trust(bond))
        _ = await world.outcome(carol, trust(gold))
        let lines = await world.account(carol)?.trustlines
        #expect(lines?[bond]?.flags == [] && lines?[gold]?.flags == [.authorized, .clawbackEnabled])
        #expect(await world.outcome(strict, pay(carol, unit, bond)) == "op_not_authorized")
        #expect(await world.outcome(strict, allow(carol, 1)) == "op_success")
        #expect(await world.outcome(strict, pay(carol, unit, bond)) == "op_success")
    }

    @Test func `a path payment converts at the fixed rate and reports the exchanged amounts`() async throws {
        let world = try World(seed())
        let transaction = await world.transaction(alice, [path(bob, send: usd, most: 50 * unit, receive: euro, 7)])
        let result = await world.submit(transaction.signed(by: [alice]))
        guard case .txSuccess(let results) = result.result,
            case .opInner(.pathPaymentStrictReceive(.success(let success)))? = results.first,
            case .orderBook(let atom)? = success.offers.first
        else {
            Issue.record("no success: \(ResultCodes(result))")
            return
        }
        // 7 / 0.8 is 8.75, rounded up at the payer's expense.
        #expect(atom.amountBought == 9 && atom.amountSold == 7 && success.last.amount == 7)
        #expect(await world.account(alice)?.trustlines[usd]?.balance == 50 * unit - 9)
        #expect(await world.account(bob)?.trustlines[euro]?.balance == 7)
    }

    @Test func `a merge removes the account and credits its balance to the destination`() async throws {
        let world = try World(seed())
        let before = await world.balance(bob)
        let moved = await world.balance(carol)
        let transaction = await world.transaction(carol, [merge(into: bob)])
        let result = await world.submit(transaction.signed(by: [carol]))
        #expect(result.result == .txSuccess([.opInner(.accountMerge(.success(moved - 100)))]))
        #expect(await world.account(carol) == nil)
        #expect(await world.balance(bob) == before + moved - 100)
    }

    @Test func `a later operation of a merged account fails the transaction`() async throws {
        let world = try World(seed())
        let codes = await world.send(carol, merge(into: bob), pay(bob, 1))
        #expect(codes.operations == ["op_success", "op_no_source_account"] && codes.transaction == "tx_failed")
        #expect(await world.account(carol) != nil)
    }

    @Test func `a claimable balance can be claimed once, in time, by its claimant`() async throws {
        let world = try World(seed())
        let transaction = await world.transaction(alice, [setAside(5 * unit, for: carol, .beforeRelativeTime(100))])
        _ = await world.submit(transaction.signed(by: [alice]))
        let found = await world.ledger.snapshot().state.claimableBalances.values.first
        let balance = try #require(found)
        #expect(await world.account(alice)?.sponsoring == 1)
        let claim = OperationBody.claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: balance.id))
        #expect(await world.outcome(bob, claim) == "op_cannot_claim")
        world.advance(99)
        #expect(await world.outcome(carol, claim) == "op_success")
        #expect(await world.outcome(carol, claim) == "op_does_not_exist")
        #expect(await world.account(alice)?.sponsoring == 0)
        #expect(await world.balance(carol) == 105 * unit - 300 + 100)
    }

    @Test func `a claimable balance cannot be claimed too early, and its sponsor cannot be merged`() async throws {
        let world = try World(seed())
        _ = await world.outcome(
            immutable, setAside(unit, for: carol, .not(.beforeAbsoluteTime(Int64(World.start) + 5))))
        let found = await world.ledger.snapshot().state.claimableBalances.values.first
        let claim = OperationBody.claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: try #require(found).id))
        #expect(await world.outcome(carol, claim) == "op_cannot_claim")
        world.advance(5)
        #expect(await world.outcome(carol, claim) == "op_success")
        let world2 = try World(seed())
        _ = await world2.outcome(carol, setAside(unit, for: bob))
        #expect(await world2.outcome(carol, merge(into: bob)) == "op_is_sponsor")
    }

    @Test func `only the issuer can claw back a claimable balance, and only if clawback is enabled`() async throws {
        let world = try World(seed())
        _ = await world.outcome(alice, setAside(unit, gold, for: carol))
        _ = await world.outcome(alice, setAside(unit, usd, for: carol))
        let balances = await world.ledger.snapshot().state.claimableBalances.values
        func clawBack(_ asset: Asset) throws -> OperationBody {
            let balance = try #require(balances.first { $0.asset == asset })
            return .clawbackClaimableBalance(ClawbackClaimableBalanceOp(balanceID: balance.id))
        }
        func claim(_ asset: Asset) throws -> OperationBody {
            let balance = try #require(balances.first { $0.asset == asset })
            return .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: balance.id))
        }
        #expect(await world.outcome(carol, try claim(usd)) == "op_no_trust")
        _ = await world.outcome(carol, trust(usd, limit: 1))
        #expect(await world.outcome(carol, try claim(usd)) == "op_line_full")
        #expect(await world.outcome(carol, try clawBack(usd)) == "op_no_issuer")
        #expect(await world.outcome(issuer, try clawBack(usd)) == "op_not_clawback_enabled")
        #expect(await world.outcome(clawing, try clawBack(gold)) == "op_success")
        #expect(await world.outcome(clawing, try clawBack(gold)) == "op_does_not_exist")
    }
}

extension Attempt {
    /// Whether the transaction is rejected without a fee.
    fileprivate var isRefused: Bool { ["op_malformed", "op_bad_seq", "op_not_supported"].contains(code) }
}
