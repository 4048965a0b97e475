// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

struct OperationInputTests {
    private let office = Office()
    private static let usd = "USD:\(Office.issuer)"

    private func error(_ spec: OperationSpec, _ texts: FieldTexts, as source: String = Office.alice) -> Failure? {
        #expect(throws: Failure.self) { try office.build(spec, texts, as: source) }
    }

    private func body(
        _ spec: OperationSpec, _ texts: FieldTexts, as source: String = Office.alice
    ) throws -> OperationBody? {
        try office.build(spec, texts, as: source).transaction?.operations.first?.body
    }

    @Test func `set-options accepts flags by name`() throws {
        guard case .setOptions(let operation)? = try body(.setOptions, ["set-flags": "auth_required,auth_revocable"])
        else { throw Failure(.bug, "no set-options") }
        #expect(operation.setFlags == 3)
    }

    @Test func `rejects set-options with missing, invalid or contradictory options`() {
        for (texts, message) in [
            ([:], "nothing to change"), (["master-weight": "256"], "master weight"),
            (["set-flags": "auth_required,auth_required"], "given twice"), (["set-flags": ""], "is not a flag"),
            (["set-flags": "auth_required", "clear-flags": "auth_required"], "both contain the same flag"),
            (["signer": Office.bob], "signer weight needs"), (["signer-weight": "1"], "signer weight needs"),
            (["signer": Office.alice, "signer-weight": "1"], "the account's own key"),
            (["home-domain": String(repeating: "a", count: 33)], "at most 32"),
        ] as [(FieldTexts, String)] {
            #expect(error(.setOptions, texts)?.message.contains(message) == true, "\(message)")
        }
    }

    @Test func `includes a pre-authorized transaction as a hint for the review`() throws {
        let later = try office.build(office.pay()).request.json.text()
        var texts: FieldTexts = ["signer-weight": "1"]
        texts.add(.preauthorize, InputDocument(text: later, origin: "the transaction"))
        #expect(try office.build(.setOptions, texts).request.hints["preauthorized"]?.asArray?.count == 1)
        texts[.signerWeight] = nil
        #expect(error(.setOptions, texts)?.kind == .usage)
    }

    @Test func `trustlines are added, changed and removed`() throws {
        for (spec, limit, stroops) in [
            (.trustAdd, nil, Int64.max), (.trustAdd, "5", 50_000_000), (.trustRemove, nil, 0), (.changeTrust, "0", 0),
        ] as [(OperationSpec, String?, Int64)] {
            guard case .changeTrust(let operation)? = try body(spec, ["asset": Self.usd, "limit": limit]) else {
                throw Failure(.bug, "no change-trust")
            }
            #expect(operation.limit == stroops)
        }
    }

    @Test func `rejects a trustline with an invalid asset, a zero limit or unsorted pool assets`() {
        #expect(error(.trustRemove, ["asset": "XLM"])?.message == "asset: XLM needs no trustline")
        #expect(error(.trustAdd, ["asset": Self.usd, "limit": "0"])?.kind == .badInput)
        #expect(error(.changeTrust, [:])?.kind == .usage)
        #expect(
            error(.changeTrust, ["asset": Self.usd, "asset-a": "XLM", "asset-b": Self.usd])?.kind == .usage)
        #expect(error(.changeTrust, ["asset-a": Self.usd, "asset-b": "XLM"])?.hint?.plain.hasPrefix("swap") == true)
    }

    @Test func `allows only the issuer to set trustline flags and rejects invalid combinations`() throws {
        func flags(_ set: String?, _ clear: String? = nil) -> FieldTexts {
            ["trustor": Office.bob, "asset": Self.usd, "clear-flags": clear, "set-flags": set]
        }
        #expect(try body(.setTrustLineFlags, flags("authorized"), as: Office.issuer) != nil)
        #expect(
            error(.setTrustLineFlags, flags("authorized"))?.message.contains("only the asset's issuer") == true)
        for (set, clear) in [
            (nil, nil), ("trustline_clawback_enabled", nil), ("authorized", "authorized"),
            ("authorized,authorized_to_maintain_liabilities", nil), ("nothing", nil),
        ] as [(String?, String?)] {
            #expect(error(.setTrustLineFlags, flags(set, clear), as: Office.issuer) != nil)
        }
    }

    @Test(arguments: ["authorized,authorized_to_maintain_liabilities", "trustline_clawback_enabled", "all"])
    func `rejects an invalid authorization in allow-trust`(text: String) {
        #expect(error(.allowTrust, ["trustor": Office.bob, "asset": "USD", "authorize": text]) != nil)
    }

    @Test func `rejects an offer with an invalid amount or price or with identical assets`() {
        func offer(_ amount: String, _ price: String = "2", buying: String = Self.usd) -> FieldTexts {
            ["selling": "XLM", "buying": buying, "amount": amount, "buy-amount": amount, "price": price]
        }
        #expect(error(.manageSellOffer, offer("0"))?.message.contains("give its offer id") == true)
        #expect(error(.manageBuyOffer, offer("0"))?.message.hasPrefix("buy amount") == true)
        #expect(error(.createPassiveSellOffer, offer("0"))?.kind == .badInput)
        #expect(error(.createPassiveSellOffer, offer("1", "0"))?.kind == .badInput)
        #expect(
            error(.createPassiveSellOffer, offer("1", "1", buying: "native"))?.message.contains("same asset") == true)
    }

    @Test func `the amount zero deletes an offer`() throws {
        let texts: FieldTexts = [
            "selling": "XLM", "buying": Self.usd, "amount": "0", "price": "1/3", "offer-id": "7",
        ]
        guard case .manageSellOffer(let operation)? = try body(.manageSellOffer, texts) else {
            throw Failure(.bug, "no offer")
        }
        #expect(operation.offerID == 7 && operation.amount == 0 && operation.price == Price(n: 1, d: 3))
    }

    @Test func `a pool is given by its ID or by its assets in canonical order`() throws {
        func withdrawal(_ id: String?, _ a: String?, _ b: String?) -> FieldTexts {
            [
                "liquidity-pool-id": id, "asset-a": a, "asset-b": b, "amount": "1", "min-amount-a": "0",
                "min-amount-b": "0",
            ]
        }
        let built = try office.build(.liquidityPoolWithdraw, withdrawal(nil, "XLM", Self.usd))
        #expect(built.request.hints["pools"]?.asArray?.count == 1)
        for (id, a, b) in [
            (nil, nil, nil), (nil, "XLM", nil), (nil, Self.usd, "XLM"), (nil, "XLM", "XLM"), ("L", "XLM", nil),
            ("x", nil, nil),
        ] as [(String?, String?, String?)] {
            #expect(error(.liquidityPoolWithdraw, withdrawal(id, a, b)) != nil)
        }
    }

    @Test func `rejects a minimum price above the maximum`() {
        let deposit: FieldTexts = [
            "asset-a": "XLM", "asset-b": Self.usd, "max-amount-a": "1", "max-amount-b": "1", "min-price": "1/2",
            "max-price": "0.4",
        ]
        #expect(error(.liquidityPoolDeposit, deposit)?.message == "min price is above max price")
    }

    private func path(
        amount: String, limit: String?, path: String? = nil, slippage: String? = nil, from asset: String = "XLM"
    ) -> FieldTexts {
        [
            "destination": Office.bob, "send-asset": asset, "dest-asset": Self.usd, "send-amount": amount,
            "dest-amount": amount, "dest-min": limit, "send-max": limit, "path": path, "slippage": slippage,
        ]
    }

    @Test func `an explicit path requires a limit, but no network access`() throws {
        let given = try body(.strictSend, path(amount: "1", limit: "2", path: ""))
        guard case .pathPaymentStrictSend(let operation)? = given else { throw Failure(.bug, "no path payment") }
        #expect(operation.destMin == 20_000_000)
        #expect(error(.strictSend, path(amount: "1", limit: nil, path: ""))?.kind == .usage)
        #expect(error(.strictReceive, path(amount: "1", limit: nil))?.kind == .usage)
        #expect(error(.strictReceive, path(amount: "1", limit: "1", path: "", slippage: "1%"))?.kind == .usage)
    }

    @Test(
        arguments: [
            (true, "0", "dest min"), (true, "0.0000001", "binds nothing"),
            (false, "922337203685.4775807", "binds nothing"),
        ]) func `rejects a bound of a path payment that binds nothing`(sends: Bool, limit: String, reason: String)
    {
        let failure = error(sends ? .strictSend : .strictReceive, path(amount: "1", limit: limit, path: ""))
        #expect(failure?.kind == .badInput && failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    }

    @Test func `rejects a bound a thousand times worse than one for one for the same asset`() throws {
        func same(_ amount: String, _ limit: String) -> FieldTexts {
            path(amount: amount, limit: limit, path: "", from: Self.usd)
        }
        for failure in [
            error(.strictSend, same("10", "0.0099999")), error(.strictReceive, same("1", "1000.0000001")),
        ] {
            #expect(failure?.message.contains("a thousand times worse") == true)
        }
        _ = try body(.strictSend, same("10", "0.01"))
        _ = try body(.strictReceive, same("1", "1000"))
    }

    @Test(arguments: ["51%", "-1%", "0.00001%", "a", "%"])
    func `rejects an invalid slippage`(text: String) { #expect(throws: Failure.self) { try Slippage(text: text) } }

    @Test(
        arguments: [("0.5%", 5_000), ("0.5", 5_000), ("0%", 0), ("50%", 500_000), ("0.0001%", 1)] as [(String, Int64)])
    func `reads a slippage exactly to a ten-thousandth of a percent`(text: String, millionths: Int64) throws {
        #expect(try Slippage(text: text).millionths == millionths)
    }

    @Test func `rejects claimants that are missing, malformed or given twice`() {
        func balance(_ claimants: [String]) -> FieldTexts {
            var texts: FieldTexts = ["asset": "XLM", "amount": "1"]
            texts.set(.claimant, claimants)
            return texts
        }
        let spec = OperationSpec.createClaimableBalance
        #expect(error(spec, balance([Office.bob, "\(Office.bob) before 5"]))?.message.contains("given twice") == true)
        #expect(error(spec, balance(["\(Office.bob) sometimes"]))?.kind == .badInput)
        #expect(error(spec, balance([" "]))?.message == "claimant: it is empty")
        #expect(error(spec, balance([]))?.kind == .badInput)
    }

    @Test func `rejects a data entry with a missing, malformed or contradictory name or value`() {
        for texts in [
            ["data-name": "a"], ["data-name": "a", "data-value": "1", "delete": ""],
            ["data-name": "a", "data-value-hex": String(repeating: "00", count: 65)],
            ["data-name": "a", "data-value-hex": "0"], ["data-name": "", "delete": ""],
        ] as [FieldTexts] {
            #expect(error(.manageData, texts) != nil)
        }
    }

    @Test func `rejects a sponsorship revocation without exactly one valid entry, and sponsoring oneself`() {
        for texts in [
            [:], ["account-id": Office.bob, "asset": Self.usd, "offer-id": "1"],
            ["account-id": Office.bob, "offer-id": "0"], ["account-id": Office.bob, "asset": "XLM"],
        ] as [FieldTexts] {
            #expect(error(.revokeSponsorship, texts) != nil)
        }
        #expect(
            error(.beginSponsoring, ["sponsored-id": Office.alice])?.message.contains("sponsor itself") == true)
    }

    @Test func `rejects a contract call whose parts are not XDR`() {
        var texts: FieldTexts = ["extend-to": "5"]
        texts.add(.sorobanData, InputDocument(text: "AAAA", origin: "the text"))
        let failure = error(.extendFootprintTTL, texts)
        #expect(failure?.message.hasPrefix("soroban data: not a SorobanTransactionData") == true)
    }

    @Test func `every field that must be filled in is missed by its name`() {
        for spec in OperationSpec.groups.flatMap(\.specs) {
            guard let first = spec.fields.first(where: \.isRequired), first.kind != .list else { continue }
            let failure = error(spec, [:])
            #expect(failure?.kind == .usage, "\(spec.page)")
            #expect(failure?.field.map { field in spec.fields.contains { $0.id == field } } ?? true, "\(spec.page)")
        }
    }

    @Test func `rejects a message with a secret key, and one that is too long`() throws {
        let alice = try AccountReference(text: Office.alice)
        for text in [
            "SAV76USXIJOBMEQXPANUOQM6F5LIOTLPDIDVRJBFFE2MDJXG24TAPUU7",
            String(repeating: "a", count: MessageJob.limit + 1),
        ] {
            #expect(throws: Failure.self) {
                try MessageJob(
                    MessageContent(text: text), by: alice, network: NetworkSelection(.testnet), note: nil,
                    now: Office.now, in: office.context
                ).record { _ in }
            }
        }
    }
}
