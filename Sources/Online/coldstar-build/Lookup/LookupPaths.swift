// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Building
import Handoff
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupPaths: ParsableCommand {
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
        var assets = AssetFinder(home: options.home, network: try options.network.required())
        let send = try assets.findKnown(sendAsset, "--send-asset")
        Notices.show(assets.takeNotices())
        let destination = try assets.findKnown(destAsset, "--dest-asset")
        Notices.show(assets.takeNotices())
        let query = PathQuery(from: send, to: destination, sendAmount: sendAmount, destAmount: destAmount)
        let records = try query.paths(by: try options.view().client)
        let document: JSON = ["paths": .array(records.map(PathQuery.json))]
        let lines = records.map { record in
            "\(record.sourceAmount.text) \(record.sourceAsset.code) -> \(record.destinationAmount.text) "
                + "\(record.destinationAsset.code)  "
                + (record.path.isEmpty ? "direct" : "by " + record.path.map(\.text).joined(separator: ", "))
        }
        try options.print(document, lines.isEmpty ? ["no path is known for this amount"] : lines)
    }
}
