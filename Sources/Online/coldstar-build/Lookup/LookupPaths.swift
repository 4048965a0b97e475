// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import LedgerAPI
import Terminal
import Workspace

struct LookupPaths: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "paths", abstract: "Ways to turn one asset into another.",
        discussion: """
            Example: coldstar-build lookup paths --network testnet --send-asset native --send-amount 100 --dest-asset USDC:G...
            """)

    @Option(help: "XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var sendAsset: String

    @Option(help: "XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var destAsset: String

    @Option(help: "What is sent; or give --dest-amount.")
    var sendAmount: String?

    @Option(help: "What arrives; or give --send-amount.")
    var destAmount: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let (given, wanted): (AssetReference, AssetReference) = (
            try FieldID.sendAsset.value(of: sendAsset), try FieldID.destAsset.value(of: destAsset)
        )
        var assets = AssetFinder(home: options.home, network: try options.network.required())
        let (send, destination) = try Notices.shown(of: &assets) { assets throws(Failure) in
            (try assets.findKnown(given, .sendAsset), try assets.findKnown(wanted, .destAsset))
        }
        let query = PathQuery(
            from: send, to: destination, sendAmount: try FieldID.sendAmount.optionalValue(of: sendAmount),
            destAmount: try FieldID.destAmount.optionalValue(of: destAmount))
        guard let horizon = try options.ledger().horizon else {
            throw Failure(
                .usage, "the paths of an exchange are known only to Horizon, and only Stellar RPC is named",
                hint: "name a server of Horizon: --horizon-url URL")
        }
        try options.print(try query.paths(by: horizon))
    }
}
