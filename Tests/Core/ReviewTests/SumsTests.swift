// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// The totals and required thresholds that a review shows.
struct SumsTests {
    private func text(_ change: @escaping (inout Scenario) -> Void) -> String {
        let text = ReviewText.of(Scenario(change).review)
        return text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    private func grouped(_ person: Person) -> String {
        let address = Array(person.account.address)
        return stride(from: 0, to: 56, by: 4).map { String(address[$0..<$0 + 4]) }.joined(separator: " ")
    }

    private func flows(_ operations: Operation...) -> Flows {
        guard case .tx(let envelope) = Scenario({ $0.operations = operations }).envelope else { return Flows() }
        return Flows(envelope.tx, tokens: KnownTokens())
    }

    private func pay(_ person: Person, _ amount: String, _ asset: Asset = .native, by source: Person? = nil)
        -> Operation
    {
        operation(.payment(PaymentOp(destination: person.muxed, asset: asset, amount: units(amount))), by: source)
    }

    @Test func `shows a payment with its outflow and required threshold on one screen`() {
        let page = ReviewText.of(Scenario { $0.setUp = { $0.key = SigningKey(alice.account) } }.review)
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        #expect(page.contains("  Leaves   10 XLM\n"))
        #expect(page.contains("  Sequence 101; requires: low and medium threshold of the source account\n"))
        #expect(!page.contains("  Enters") && !page.contains("  Requires"))
    }

    @Test func `sums outflows by asset and account, and names recipients of several payments`() {
        let page = text {
            $0.operations = [
                pay(bob, "1"), pay(bob, "2.5"), pay(carol, "4"), pay(bob, "1", usdc, by: carol), pay(carol, "1", usdc),
            ]
        }
        #expect(page.contains("Leaves 7.5 XLM in 3 operations, from \(grouped(alice))"))
        #expect(page.contains("1 USDC (\(grouped(issuer))), from \(grouped(carol))"))
        #expect(page.contains("In all 3.5 XLM to \(grouped(bob)), in 2 payments"))
        #expect(
            page.contains(
                "Requires low and medium threshold of the source account medium threshold of \(grouped(carol))"))
    }

    @Test func `names up to ten recipients of several payments and counts the rest`() {
        let many = (1...13).map { Person(name: "receiver \($0)") }
        for (count, rest) in [(5, nil), (10, nil), (13, "and 3 more")] {
            let page = text { $0.operations = many.prefix(count).flatMap { [pay($0, "1"), pay($0, "2")] } }
            #expect(page.ranges(of: ", in 2 payments").count == min(count, 10))
            #expect(rest.map { page.contains($0) } ?? !page.contains("more"))
        }
    }

    @Test func `shows bounds for offers and path payments, and the inflow`() {
        let sell = operation(
            .manageSellOffer(
                ManageSellOfferOp(
                    selling: .native, buying: usdc, amount: units("10"), price: Price(n: 1, d: 3), offerID: 0)))
        let found = flows(sell)
        #expect(found.leaving.map(\.isExact) == [false])
        #expect(found.entering.map { Amount.text(ofSum: $0.sum) } == ["3.3333333"])
        let path = operation(
            .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: .native, sendMax: units("9"), destination: alice.muxed, destAsset: usdc,
                    destAmount: units("2"),
                    path: bounded([]))))
        #expect(flows(path).entering.map { Amount.text(ofSum: $0.sum) } == ["2"])
        #expect(text { $0.operations = [path] }.contains("Leaves at most 9 XLM Enters 2 USDC"))
        #expect(flows(strictSend(.native, "1", usdc, atLeast: "2")).entering.isEmpty)
    }

    @Test func `counts nothing for a removed offer and clamps amounts and prices out of range`() {
        func sell(_ amount: Int64, _ n: Int32, _ d: Int32) -> Operation {
            operation(
                .manageSellOffer(
                    ManageSellOfferOp(
                        selling: .native, buying: usdc, amount: amount, price: Price(n: n, d: d), offerID: 5)))
        }
        #expect(flows(sell(0, 1, 1)).leaving.isEmpty)
        #expect(flows(sell(-5, 1, 1)).leaving.isEmpty)
        #expect(flows(sell(.max, .max, 1)).entering.map(\.sum) == [Int128(Int64.max)])
        #expect(flows(sell(5, 1, 0)).entering.map(\.sum) == [0])
        #expect(
            flows(pay(bob, "1"), operation(.payment(PaymentOp(destination: bob.muxed, asset: .native, amount: -9))))
                .leaving.map(\.sum) == [10_000_000])
    }

    @Test func `shows an account merge as moving all XLM of the account`() {
        let page = text { $0.operations = [operation(.accountMerge(bob.muxed))] }
        #expect(page.contains("Moves all XLM of an account that is merged"))
    }

    @Test func `the JSON document contains the flows and accounts`() {
        let json = ReviewJSON.document(Scenario { $0.operations = [pay(bob, "1"), pay(bob, "2", by: carol)] }.review)
        #expect(json["flows"]?["leaving"]?.asArray?.map { $0["amount"]?.asString } == ["1", "2"])
        #expect(
            json["accounts"]?.asArray?.map { $0["account"]?.asString } == [
                alice.account.address, carol.account.address,
            ])
        let bump = ReviewJSON.document(Scenario { $0.payer = carol }.review)
        #expect(bump["accounts"]?.asArray?.count == 1)
        #expect(bump["inner"]?["flows"]?["leaving"]?.asArray?.count == 1)
    }
}
