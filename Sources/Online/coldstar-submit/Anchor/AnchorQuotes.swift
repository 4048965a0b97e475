// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import TextCodec
import Transfers

/// Options of all price and quote requests.
struct QuoteOptions: ParsableArguments {
    @Option(help: "How much is given.")
    var sellAmount: String?

    @Option(help: "How much can be bought.")
    var buyAmount: String?

    @Option(help: "How what is given comes, one of the anchor's methods.")
    var sellDeliveryMethod: String?

    @Option(help: "How the bought asset is delivered, one of the anchor's methods.")
    var buyDeliveryMethod: String?

    @Option(help: "The country, as in ISO 3166-2 or ISO 3166-1 alpha-2.")
    var country: String?

    @OptionGroup var options: ManageAnchor.Options

    func given() throws(Failure) -> QuoteServer.Given {
        switch (sellAmount, buyAmount) {
        case (let text?, nil): return .sell(try DecimalText(text, option: "--sell-amount"))
        case (nil, let text?): return .buy(try DecimalText(text, option: "--buy-amount"))
        default: throw Failure(.usage, "give either --sell-amount or --buy-amount")
        }
    }

    var terms: QuoteServer.Terms {
        QuoteServer.Terms(sellDelivery: sellDeliveryMethod, buyDelivery: buyDeliveryMethod, country: country)
    }
}

/// The two assets of a price, with the other options.
struct PairOptions: ParsableArguments {
    @Option(help: "The asset that is given: iso4217:USD, or stellar:CODE:ISSUER.")
    var sellAsset: String

    @Option(help: "The asset that can be bought.")
    var buyAsset: String

    @Option(help: "What the quote is for: sep6 or sep24.")
    var context: TransferProtocol = .sep6

    @OptionGroup var quote: QuoteOptions

    var terms: QuoteServer.Terms {
        var terms = quote.terms
        terms.context = context.rawValue
        return terms
    }
}

struct AnchorPrices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices", abstract: "Indicative prices of one asset against all others (SEP-38).",
        discussion: """
            Example: coldstar-submit anchor prices --home-domain example.com --sell-asset iso4217:USD --sell-amount 100 -n public
            """)

    @Option(help: "The asset that is given: iso4217:USD, or stellar:CODE:ISSUER.")
    var sellAsset: String?

    @Option(help: "The asset that can be bought.")
    var buyAsset: String?

    @OptionGroup var quote: QuoteOptions

    func run() throws {
        let given = try quote.given()
        let asset: String
        switch (given, sellAsset, buyAsset) {
        case (.sell, let sell?, nil): asset = sell
        case (.buy, nil, let buy?): asset = buy
        default:
            throw Failure(.usage, "give --sell-asset with --sell-amount, or --buy-asset with --buy-amount")
        }
        let session = try quote.options.session()
        try quote.options.asking(session) {
            let server = try QuoteServer(session.toml, by: session.transport)
            let answer = try server.prices(asset, given, quote.terms, token: session.tokenIfAny())
            let rows = (answer["buy_assets"] ?? answer["sell_assets"])?.asArray ?? []
            let lines = rows.map { row in
                [row["asset"]?.asString ?? "?", DecimalText(row["price"])?.text ?? "?"].map(TerminalText.escape)
            }
            try quote.options.print(
                answer, lines.isEmpty ? ["there are no rates"] : TextTable.lines([["asset", "price"]] + lines))
        }
    }
}

struct AnchorPrice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "price", abstract: "An indicative price with its fee (SEP-38).",
        discussion: """
            Example: coldstar-submit anchor price --home-domain example.com --sell-asset iso4217:USD \
            --buy-asset stellar:SRT:G... --sell-amount 100 -n testnet
            """)

    @OptionGroup var pair: PairOptions

    func run() throws {
        let given = try pair.quote.given()
        let session = try pair.quote.options.session()
        try pair.quote.options.asking(session) {
            let server = try QuoteServer(session.toml, by: session.transport)
            let price = try server.price(
                sell: pair.sellAsset, buy: pair.buyAsset, given, pair.terms, token: session.tokenIfAny())
            try pair.quote.options.print(
                price.document, Facts.lines(price.facts(sell: pair.sellAsset, buy: pair.buyAsset)))
        }
    }
}

struct AnchorQuote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quote", abstract: "A rate that the anchor keeps to for a while (SEP-38).",
        discussion: """
            Example: coldstar-submit anchor quote --home-domain example.com --account G... --sell-asset iso4217:USD \
            --buy-asset stellar:SRT:G... --sell-amount 100 -n testnet
            The id goes with anchor deposit or withdraw: --quote-id ID.
            """)

    @OptionGroup var pair: PairOptions

    func run() throws {
        let given = try pair.quote.given()
        let session = try pair.quote.options.session()
        let token = try session.token()
        try pair.quote.options.asking(session) {
            let server = try QuoteServer(session.toml, by: session.transport)
            let firm = try server.quote(
                sell: pair.sellAsset, buy: pair.buyAsset, given, pair.terms, token: token, now: session.now)
            try pair.quote.options.print(
                firm.document, Facts.lines(firm.facts(sell: pair.sellAsset, buy: pair.buyAsset)))
        }
    }
}

struct AnchorFee: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fee", abstract: "What a deposit or withdrawal would cost.",
        discussion: """
            Example: coldstar-submit anchor fee --home-domain example.com --asset USDC --operation withdraw --amount 100 \
            --type bank_account -n public
            """)

    @Option(help: "The asset's code.")
    var asset: String

    @Option(help: "deposit or withdraw.")
    var operation: TransferKind

    @Option(help: "How much, in units.")
    var amount: String

    @Option(help: "How the money comes or goes outside, one of the anchor's methods.")
    var type: String?

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default the first that offers it.")
    var wanted: TransferProtocol?

    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        let amount = try DecimalText(amount, option: "--amount")
        let session = try options.session()
        try options.asking(session) {
            let (fee, spoken) = try session.fee(of: operation, code: asset, amount: amount, method: type, by: wanted)
            let document: JSON = [
                "fee": .string(fee.text), "asset": .string(asset), "amount": .string(amount.text),
                "protocol": .string(spoken.rawValue),
            ]
            try options.print(document, ["\(fee.text) \(TerminalText.escape(asset))"])
        }
    }
}
