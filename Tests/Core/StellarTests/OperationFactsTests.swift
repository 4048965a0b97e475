// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

/// Every operation's facts, compared with a line that was written by hand.
struct OperationFactsTests {
    private static let alice = account(1)
    private static let bob = account(2)
    private static let carol = account(3)
    private static let usd = credit("USD", bob)
    private static let eur = credit("EUR", carol)
    private static let pool = bytes(7)

    private static func bytes(_ number: UInt8) -> Uint256 {
        Uint256(Array(repeating: number, count: 32)) ?? Uint256()
    }

    private static func account(_ number: UInt8) -> AccountID { .ed25519(bytes(number)) }

    private static func code(_ text: String) -> AssetCode4 { AssetCode4(Array(text.utf8) + [0]) ?? AssetCode4() }

    private static func credit(_ code: String, _ issuer: AccountID) -> Asset {
        guard let asset = try? Asset(code: code, issuer: issuer) else { preconditionFailure("a code of three letters") }
        return asset
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let body: OperationBody
        let facts: String

        init(_ body: OperationBody, _ facts: String) { (self.body, self.facts) = (body, facts) }
        var testDescription: String { body.discriminant.name }
    }

    private static let cases: [Case] = [
        Case(
            .createAccount(.init(destination: bob, startingBalance: 5)),
            "medium; creation of 5 XLM -> 5 XLM to bob; makes bob; assets XLM; names bob"),
        Case(
            .payment(.init(destination: MuxedAccount(bob), asset: usd, amount: 5)),
            "medium; payment of 5 USD -> 5 USD to bob; assets USD; names bob"),
        Case(
            .pathPaymentStrictReceive(
                .init(
                    sendAsset: usd, sendMax: 9, destination: MuxedAccount(carol), destAsset: eur, destAmount: 8,
                    path: BoundedArray([.native]) ?? BoundedArray())),
            "medium; pathPayment of at most 9 USD -> 8 EUR to carol; via XLM; assets USD EUR; names carol"),
        Case(
            .pathPaymentStrictSend(
                .init(
                    sendAsset: usd, sendAmount: 9, destination: MuxedAccount(carol), destAsset: usd, destMin: 8,
                    path: BoundedArray())),
            "medium; pathPayment of 9 USD -> at least 8 USD to carol; assets USD USD; names carol"),
        Case(
            .manageSellOffer(
                .init(selling: usd, buying: eur, amount: 10, price: Price(n: 3, d: 2), offerID: 4)),
            "medium; offer 4 sells at most 10 USD for 15 EUR at 3/2; assets USD EUR"),
        Case(
            .manageBuyOffer(.init(selling: usd, buying: eur, buyAmount: 10, price: Price(n: 1, d: 3), offerID: 0)),
            "medium; offer 0 sells at most 4 USD for 10 EUR at 3/1; assets USD EUR"),
        Case(
            .createPassiveSellOffer(.init(selling: usd, buying: .native, amount: 0, price: Price(n: 3, d: 2))),
            "medium; passive offer 0 sells at most 0 USD for 0 XLM at 3/2; assets USD XLM"),
        Case(.setOptions(options(signer: nil)), "medium"),
        Case(
            .setOptions(options(signer: Signer(key: .ed25519(bob.key), weight: 0))),
            "high; sets signers, weights or thresholds"),
        Case(.changeTrust(.init(line: usd.asTrustLine, limit: 1)), "medium; trusts; assets USD"),
        Case(
            .changeTrust(.init(line: shares, limit: 1)), "medium; trusts; assets USD EUR"),
        Case(
            .allowTrust(.init(trustor: bob, asset: .creditAlphanum4(code("EUR")), authorize: 1)),
            "low; moves other; authorizes bob; assets EUR; names bob"),
        Case(
            .accountMerge(MuxedAccount(bob)),
            "high; merge of all XLM -> all XLM to bob; ends; assets XLM; names bob"),
        Case(.inflation, "low; moves other"),
        Case(.manageData(.init(dataName: name, dataValue: nil)), "medium; data name"),
        Case(.bumpSequence(.init(bumpTo: 12)), "low; sequence 12"),
        Case(
            .createClaimableBalance(
                .init(
                    asset: usd, amount: 5,
                    claimants: BoundedArray([
                        .v0(.init(destination: bob, predicate: .unconditional)),
                        .v0(.init(destination: carol, predicate: .unconditional)),
                    ]) ?? BoundedArray())),
            "medium; claim of 5 USD -> 5 USD to no one yet; assets USD; names bob carol"),
        Case(.claimClaimableBalance(.init(balanceID: .v0(pool))), "low; moves claim; balance"),
        Case(.beginSponsoringFutureReserves(.init(sponsoredID: bob)), "medium; sponsors bob; names bob"),
        Case(.endSponsoringFutureReserves, "medium; ends a sponsorship"),
        Case(
            .revokeSponsorship(
                .ledgerEntry(
                    .trustline(
                        .init(accountID: carol, asset: .creditAlphanum4(.init(assetCode: code("USD"), issuer: bob)))))),
            "medium; revokes for carol; assets USD; names carol"),
        Case(
            .revokeSponsorship(.ledgerEntry(.claimableBalance(.init(balanceID: .v0(pool))))), "medium; revokes"),
        Case(
            .clawback(.init(asset: usd, from: MuxedAccount(carol), amount: 5)),
            "medium; clawback of 5 USD of carol -> nothing to no one; assets USD; names carol"),
        Case(.clawbackClaimableBalance(.init(balanceID: .v0(pool))), "medium; moves clawback; balance"),
        Case(
            .setTrustLineFlags(.init(trustor: carol, asset: usd, clearFlags: 0, setFlags: 1)),
            "low; moves other; authorizes carol; assets USD; names carol"),
        Case(
            .liquidityPoolDeposit(
                .init(
                    liquidityPoolID: pool, maxAmountA: 1, maxAmountB: 1, minPrice: Price(n: 1, d: 1),
                    maxPrice: Price(n: 1, d: 1))),
            "medium; moves deposit; pool"),
        Case(
            .liquidityPoolWithdraw(.init(liquidityPoolID: pool, amount: 1, minAmountA: 1, minAmountB: 1)),
            "medium; moves withdrawal; pool"),
        Case(
            .invokeHostFunction(.init(hostFunction: .uploadContractWasm(Opaque()), auth: [])),
            "medium; moves call; contracts"),
        Case(.extendFootprintTtl(.init(ext: .v0, extendTo: 1)), "low; moves other; contracts"),
        Case(.restoreFootprint(.init(ext: .v0)), "low; moves other; contracts"),
    ]

    private static let name = String64(Array("name".utf8)) ?? String64()
    private static let shares = ChangeTrustAsset.poolShare(
        .liquidityPoolConstantProduct(.init(assetA: usd, assetB: eur, fee: 30)))

    private static func options(signer: Signer?) -> SetOptionsOp {
        SetOptionsOp(
            inflationDest: nil, clearFlags: nil, setFlags: 1, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
            highThreshold: nil, homeDomain: nil, signer: signer)
    }

    @Test(arguments: cases) func `states what an operation says of itself`(case one: Case) {
        #expect(Self.line(OperationFacts(one.body)) == one.facts)
    }

    @Test func `every type of operation has a case`() {
        #expect(Set(Self.cases.map(\.body.discriminant)) == Set(OperationType.allCases))
    }

    @Test func `an offer at an impossible price sells without limit and buys nothing`() {
        let price = Price(n: 1, d: 0)
        let buy = OperationFacts.Offer(
            ManageBuyOfferOp(
                selling: Self.usd, buying: Self.eur, buyAmount: 10, price: price, offerID: 0))
        #expect(buy.mostSold == .max && buy.bought == 10)
        let sale = OperationFacts.Offer(
            ManageSellOfferOp(
                selling: Self.usd, buying: Self.eur, amount: 10, price: price, offerID: 0))
        #expect(sale.mostSold == 10 && sale.bought == 0)
        let negative = OperationFacts.Offer(
            ManageSellOfferOp(
                selling: Self.usd, buying: Self.eur, amount: -10, price: Price(n: 1, d: 1), offerID: 0))
        #expect(negative.mostSold == 0 && negative.bought == 0 && negative.amount == -10)
    }

    @Test func `only a transfer with a single certain amount is determined`() {
        let determined = Self.cases.filter { OperationFacts($0.body).transfer?.determined != nil }
        #expect(
            determined.map(\.body.discriminant) == [.createAccount, .payment, .createClaimableBalance, .clawback])
    }

    // MARK: the line

    private static func line(_ facts: OperationFacts) -> String {
        var parts = ["\(facts.threshold)"]
        switch facts.movement {
        case .none: break
        case .unnamed(let what): parts.append("moves \(what)")
        case .transfer(let moved):
            let of = moved.holder.map { " of \(text($0.account))" } ?? ""
            let received = moved.received.map(text) ?? "nothing"
            let to = moved.destination.map { text($0.account) } ?? (moved.received == nil ? "no one" : "no one yet")
            parts.append("\(moved.form) of \(text(moved.sent))\(of) -> \(received) to \(to)")
            if !moved.path.isEmpty { parts.append("via " + moved.path.map(\.code).joined(separator: " ")) }
        case .offer(let offer):
            parts.append(
                """
                \(offer.isPassive ? "passive " : "")offer \(offer.id) sells at most \(offer.mostSold) \(offer.selling.code) for \
                \(offer.bought) \(offer.buying.code) at \(offer.price.n)/\(offer.price.d)
                """)
        }
        if facts.trust != nil { parts.append("trusts") }
        if let trustor = facts.trustor { parts.append("authorizes \(text(trustor))") }
        switch facts.authority {
        case .create(let account)?: parts.append("makes \(text(account))")
        case .merge?: parts.append("ends")
        case .set?: parts.append("sets signers, weights or thresholds")
        case nil: break
        }
        if facts.balance != nil { parts.append("balance") }
        if facts.pool != nil { parts.append("pool") }
        if let data = facts.data { parts.append("data \(String(decoding: data.bytes, as: UTF8.self))") }
        if let number = facts.sequence { parts.append("sequence \(number)") }
        switch facts.sponsorship {
        case .begin(let account)?: parts.append("sponsors \(text(account))")
        case .end?: parts.append("ends a sponsorship")
        case .revoke(let owner)?: parts.append("revokes" + (owner.map { " for \(text($0))" } ?? ""))
        case nil: break
        }
        if facts.isSoroban { parts.append("contracts") }
        let assets = facts.assets(by: carol)
        if !assets.isEmpty { parts.append("assets " + assets.map(\.code).joined(separator: " ")) }
        if !facts.participants.isEmpty {
            parts.append("names " + facts.participants.map(text).joined(separator: " "))
        }
        return parts.joined(separator: "; ")
    }

    private static func text(_ account: AccountID) -> String {
        switch account {
        case alice: "alice"
        case bob: "bob"
        case carol: "carol"
        default: "someone"
        }
    }

    private static func text(_ part: OperationFacts.Part) -> String {
        let bound =
            switch part.bound {
            case .exact: ""
            case .most: "at most "
            case .least: "at least "
            }
        return "\(bound)\(part.amount.map(String.init) ?? "all") \(part.asset.code)"
    }
}
