// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Faults
import Handoff
import Stellar
import StellarXDR
import Testing
import TextCodec

@testable import Building

struct OperationInputTests {
    private let office = Office()
    private static let usd = "USD:\(Office.issuer)"

    private func error(_ operation: any OperationInput, as source: String = Office.alice) -> Failure? {
        #expect(throws: Failure.self) { try office.build(operation) { $0.source = source } }
    }

    private func body(_ operation: any OperationInput, as source: String = Office.alice) throws -> OperationBody? {
        try office.build(operation) { $0.source = source }.transaction?.operations.first?.body
    }

    private func options(_ change: (inout SetOptionsInput) -> Void) -> SetOptionsInput {
        var input = SetOptionsInput()
        change(&input)
        return input
    }

    @Test func `set-options accepts flags by name`() throws {
        let body = try body(options { $0.setFlags = "auth_required,auth_revocable" })
        guard case .setOptions(let operation)? = body else { throw Failure(.bug, "no set-options") }
        #expect(operation.setFlags == 3)
    }

    @Test func `rejects set-options with missing, invalid or contradictory options`() {
        for (change, message) in [
            ({ _ in }, "nothing to change"), ({ $0.masterWeight = "256" }, "master weight"),
            ({ $0.setFlags = "auth_required,auth_required" }, "given twice"), ({ $0.setFlags = "" }, "is not a flag"),
            ({ ($0.setFlags, $0.clearFlags) = ("auth_required", "auth_required") }, "both contain the same flag"),
            ({ $0.signer = Office.bob }, "signer weight needs"), ({ $0.signerWeight = "1" }, "signer weight needs"),
            ({ ($0.signer, $0.signerWeight) = (Office.alice, "1") }, "the account's own key"),
            ({ $0.homeDomain = String(repeating: "a", count: 33) }, "at most 32"),
        ] as [((inout SetOptionsInput) -> Void, String)] {
            #expect(error(options(change))?.message.contains(message) == true)
        }
    }

    @Test func `includes a pre-authorized transaction as a hint for the review`() throws {
        let later = try input(office.build(office.pay()).request)
        let built = try office.build(
            options {
                $0.preauthorize = later
                $0.signerWeight = "1"
            })
        #expect(built.request.hints["preauthorized"]?.asArray?.count == 1)
        #expect(error(options { $0.preauthorize = later })?.kind == .usage)
    }

    @Test func `trustlines are added, changed and removed`() throws {
        for (change, limit) in [
            (.add(limit: nil), Int64.max), (.add(limit: "5"), 50_000_000), (.remove, 0), (.set(limit: "0"), 0),
        ] as [(TrustLineInput.Change, Int64)] {
            guard case .changeTrust(let operation)? = try body(TrustLineInput(asset: Self.usd, change)) else {
                throw Failure(.bug, "no change-trust")
            }
            #expect(operation.limit == limit)
        }
    }

    @Test func `rejects a trustline with an invalid asset, a zero limit or unsorted pool assets`() {
        #expect(error(TrustLineInput(asset: "XLM", .remove))?.message == "asset: XLM needs no trustline")
        #expect(error(TrustLineInput(asset: Self.usd, .add(limit: "0")))?.kind == .badInput)
        #expect(error(TrustLineInput(asset: nil, .remove))?.kind == .usage)
        #expect(error(TrustLineInput(asset: Self.usd, assetA: "XLM", assetB: Self.usd, .remove))?.kind == .usage)
        let unsorted = TrustLineInput(asset: nil, assetA: Self.usd, assetB: "XLM", .set(limit: nil))
        #expect(error(unsorted)?.hint?.plain.hasPrefix("swap") == true)
    }

    @Test func `allows only the issuer to set trustline flags and rejects invalid combinations`() throws {
        func flags(_ set: String?, _ clear: String? = nil) -> TrustLineFlagsInput {
            TrustLineFlagsInput(trustor: Office.bob, asset: Self.usd, clearFlags: clear, setFlags: set)
        }
        #expect(try body(flags("authorized"), as: Office.issuer) != nil)
        #expect(error(flags("authorized"))?.message.contains("only the asset's issuer") == true)
        for (set, clear) in [
            (nil, nil), ("trustline_clawback_enabled", nil), ("authorized", "authorized"),
            ("authorized,authorized_to_maintain_liabilities", nil), ("nothing", nil),
        ] as [(String?, String?)] {
            #expect(error(flags(set, clear), as: Office.issuer) != nil)
        }
    }

    @Test(arguments: ["authorized,authorized_to_maintain_liabilities", "trustline_clawback_enabled", "all"])
    func `rejects an invalid authorization in allow-trust`(text: String) {
        #expect(error(AllowTrustInput(trustor: Office.bob, asset: "USD", authorize: text)) != nil)
    }

    @Test func `rejects an offer with an invalid amount or price or with identical assets`() {
        let assets = OfferAssets(selling: "XLM", buying: Self.usd)
        func offer(_ kind: OfferInput.Kind, _ amount: String, _ price: String = "2") -> OfferInput {
            OfferInput(kind, assets, amount: amount, price: price)
        }
        #expect(error(offer(.sell(offerID: "0"), "0"))?.message.contains("give its offer id") == true)
        #expect(error(offer(.buy(offerID: "0"), "0"))?.message.hasPrefix("buy amount") == true)
        #expect(error(offer(.passiveSell, "0"))?.kind == .badInput)
        #expect(error(offer(.passiveSell, "1", "0"))?.kind == .badInput)
        let same = OfferAssets(selling: "XLM", buying: "native")
        #expect(error(OfferInput(.passiveSell, same, amount: "1", price: "1"))?.message.contains("same asset") == true)
    }

    @Test func `the amount zero deletes an offer`() throws {
        let offer = OfferInput(
            .sell(offerID: "7"), OfferAssets(selling: "XLM", buying: Self.usd), amount: "0", price: "1/3")
        guard case .manageSellOffer(let operation)? = try body(offer) else { throw Failure(.bug, "no offer") }
        #expect(operation.offerID == 7 && operation.amount == 0 && operation.price == Price(n: 1, d: 3))
    }

    @Test func `a pool is given by its ID or by its assets in canonical order`() throws {
        let pool = PoolInput(assetA: "XLM", assetB: Self.usd)
        let built = try office.build(PoolWithdrawalInput(pool, amount: "1", minAmountA: "0", minAmountB: "0"))
        #expect(built.request.hints["pools"]?.asArray?.count == 1)
        for wrong in [
            PoolInput(), PoolInput(assetA: "XLM"), PoolInput(assetA: Self.usd, assetB: "XLM"),
            PoolInput(assetA: "XLM", assetB: "XLM"), PoolInput(id: "L", assetA: "XLM"), PoolInput(id: "x"),
        ] {
            #expect(error(PoolWithdrawalInput(wrong, amount: "1", minAmountA: "0", minAmountB: "0")) != nil)
        }
    }

    @Test func `rejects a minimum price above the maximum`() {
        let deposit = PoolDepositInput(
            PoolInput(assetA: "XLM", assetB: Self.usd), maxAmountA: "1", maxAmountB: "1", minPrice: "1/2",
            maxPrice: "0.4")
        #expect(error(deposit)?.message == "min price is above max price")
    }

    private func path(
        _ kind: PathPaymentInput.Kind, path: String? = nil, slippage: String? = nil
    ) -> PathPaymentInput {
        PathPaymentInput(
            kind, destination: Office.bob, sendAsset: "XLM", destAsset: Self.usd, path: path, slippage: slippage)
    }

    @Test func `an explicit path requires a limit, but no network access`() throws {
        let given = try body(path(.strictSend(amount: "1", min: "2"), path: ""))
        guard case .pathPaymentStrictSend(let operation)? = given else { throw Failure(.bug, "no path payment") }
        #expect(operation.destMin == 20_000_000)
        #expect(error(path(.strictSend(amount: "1", min: nil), path: ""))?.kind == .usage)
        #expect(error(path(.strictReceive(amount: "1", max: nil)))?.kind == .usage)
        #expect(error(path(.strictReceive(amount: "1", max: "1"), path: "", slippage: "1%"))?.kind == .usage)
    }

    @Test(arguments: [
        (PathPaymentInput.Kind.strictSend(amount: "1", min: "0"), "dest min"),
        (.strictSend(amount: "1", min: "0.0000001"), "binds nothing"),
        (.strictReceive(amount: "1", max: "922337203685.4775807"), "binds nothing"),
    ]) func `rejects a bound of a path payment that binds nothing`(kind: PathPaymentInput.Kind, reason: String) {
        let failure = error(path(kind, path: ""))
        #expect(failure?.kind == .badInput && failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    }

    @Test func `rejects a bound a thousand times worse than one for one for the same asset`() throws {
        func same(_ kind: PathPaymentInput.Kind) -> PathPaymentInput {
            PathPaymentInput(
                kind, destination: Office.bob, sendAsset: Self.usd, destAsset: Self.usd, path: "", slippage: nil)
        }
        for kind in [
            PathPaymentInput.Kind.strictSend(amount: "10", min: "0.0099999"),
            .strictReceive(amount: "1", max: "1000.0000001"),
        ] {
            #expect(error(same(kind))?.message.contains("a thousand times worse") == true)
        }
        _ = try body(same(.strictSend(amount: "10", min: "0.01")))
        _ = try body(same(.strictReceive(amount: "1", max: "1000")))
    }

    @Test(arguments: ["51%", "-1%", "0.00001%", "a", "%"])
    func `rejects an invalid slippage`(text: String) { #expect(throws: Failure.self) { try Slippage(text) } }

    @Test(
        arguments: [("0.5%", 5_000), ("0.5", 5_000), ("0%", 0), ("50%", 500_000), ("0.0001%", 1)] as [(String, Int64)])
    func `reads a slippage exactly to a ten-thousandth of a percent`(text: String, millionths: Int64) throws {
        #expect(try Slippage(text).millionths == millionths)
    }

    @Test func `rejects claimants that are missing, malformed or given twice`() {
        func balance(_ claimants: [String]) -> ClaimableBalanceInput {
            ClaimableBalanceInput(asset: "XLM", amount: "1", claimant: claimants)
        }
        #expect(error(balance([Office.bob, "\(Office.bob) before 5"]))?.message.contains("given twice") == true)
        #expect(error(balance(["\(Office.bob) sometimes"]))?.kind == .badInput)
        #expect(error(balance([" "]))?.message == "claimant is empty")
        #expect(error(balance([]))?.kind == .badInput)
    }

    @Test func `rejects a data entry with a missing, malformed or contradictory name or value`() {
        var (both, long, odd, unnamed) = (
            DataEntryInput("a"), DataEntryInput("a"), DataEntryInput("a"), DataEntryInput("")
        )
        (both.dataValue, both.delete) = ("1", true)
        long.dataValueHex = String(repeating: "00", count: 65)
        odd.dataValueHex = "0"
        unnamed.delete = true
        for input in [DataEntryInput("a"), both, long, odd, unnamed] { #expect(error(input) != nil) }
    }

    @Test func `rejects a sponsorship revocation without exactly one valid entry, and sponsoring oneself`() {
        var (two, zero, native) = (RevokeSponsorshipInput(), RevokeSponsorshipInput(), RevokeSponsorshipInput())
        (two.accountId, two.asset, two.offerId) = (Office.bob, Self.usd, "1")
        (zero.accountId, zero.offerId) = (Office.bob, "0")
        (native.accountId, native.asset) = (Office.bob, "XLM")
        for input in [RevokeSponsorshipInput(), two, zero, native] { #expect(error(input) != nil) }
        #expect(error(SponsorshipInput(sponsoredId: Office.alice))?.message.contains("sponsor itself") == true)
    }

    @Test func `rejects a contract call whose parts are not XDR`() {
        let nothing = WireInput(Array("AAAA".utf8), origin: nil)
        let failure = error(ContractInput(.extend(to: "5"), sorobanData: nothing))
        #expect(failure?.message.hasPrefix("soroban data: not a SorobanTransactionData") == true)
    }

    @Test func `rejects a message with a secret key, and one that is too long`() throws {
        let message = try MessageRequest(account: Office.alice, context: office.context)
        var notices: [Faults.Notice] = []
        for text in [
            "SAV76USXIJOBMEQXPANUOQM6F5LIOTLPDIDVRJBFFE2MDJXG24TAPUU7",
            String(repeating: "a", count: MessageRequest.limit + 1),
        ] {
            #expect(throws: Failure.self) {
                try message.request(
                    for: MessageContent(text: text), network: NetworkChoice(.testnet),
                    clock: { () throws(Failure) in Office.now }, note: nil, noting: &notices)
            }
        }
    }
}
