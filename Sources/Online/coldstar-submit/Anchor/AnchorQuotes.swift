// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Stellar
import Terminal

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

    /// - Parameter context: the protocol that the quote is for; nil for none.
    func request(context: TransferProtocol? = nil) throws(Failure) -> QuoteRequest {
        let terms = QuoteServer.Terms(
            sellDelivery: sellDeliveryMethod, buyDelivery: buyDeliveryMethod, country: country,
            context: context?.rawValue)
        return try QuoteRequest(sellAmount: sellAmount, buyAmount: buyAmount, terms)
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

    func request() throws(Failure) -> QuoteRequest { try quote.request(context: context) }
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
        let request = try quote.request()
        let asset = try request.asset(sell: sellAsset, buy: buyAsset)
        try quote.options.report { session throws(TransferError) in try session.prices(of: asset, request) }
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
        let request = try pair.request()
        try pair.quote.options.report { session throws(TransferError) in
            try session.price(sell: pair.sellAsset, buy: pair.buyAsset, request)
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
        let request = try pair.request()
        try pair.quote.options.report { session throws(TransferError) in
            try session.quote(sell: pair.sellAsset, buy: pair.buyAsset, request)
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
        let amount = try DecimalText(amount, .amount)
        try options.report { session throws(TransferError) in
            try session.feeReport(of: operation, code: asset, amount: amount, method: type, by: wanted)
        }
    }
}
