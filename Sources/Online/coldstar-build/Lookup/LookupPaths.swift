// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
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
        let destination = try assets.findKnown(destAsset, "--dest-asset")
        let records = try search(send, destination)
        let document: JSON = ["paths": .array(records.map(entry))]
        let lines = records.map { record in
            "\(record.sourceAmount.text) \(record.sourceAsset.code) -> \(record.destinationAmount.text) "
                + "\(record.destinationAsset.code)  "
                + (record.path.isEmpty ? "direct" : "by " + record.path.map(\.text).joined(separator: ", "))
        }
        try options.print(document, lines.isEmpty ? ["no path is known for this amount"] : lines)
    }

    private func search(_ send: Asset, _ destination: Asset) throws(Failure) -> [PathRecord] {
        let client = try options.view().client
        switch (sendAmount, destAmount) {
        case (let text?, nil):
            let amount = try Arguments.amount(text, "--send-amount")
            do { return try client.pathsStrictSend(amount, of: send, to: destination) } catch {
                throw Failure(error)
            }
        case (nil, let text?):
            let amount = try Arguments.amount(text, "--dest-amount")
            do { return try client.pathsStrictReceive(amount, of: destination, from: send) } catch {
                throw Failure(error)
            }
        default: throw Failure(.usage, "give either --send-amount or --dest-amount")
        }
    }

    private func entry(_ record: PathRecord) -> JSON {
        [
            "send_asset": .string(record.sourceAsset.text), "send_amount": .string(record.sourceAmount.fixedText),
            "dest_asset": .string(record.destinationAsset.text),
            "dest_amount": .string(record.destinationAmount.fixedText),
            "path": .array(record.path.map { .string($0.text) }),
        ]
    }
}
