// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import OnlineSupport
import Stellar
import StellarXDR
import XDR

struct PathPayment: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path-payment", abstract: "Send one asset so that another arrives.",
        subcommands: [StrictSend.self, StrictReceive.self])

    /// What both kinds take.
    struct Ends: ParsableArguments {
        @Option(help: "Who receives: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
        var destination: String

        @Option(help: "What is sent: native or CODE:ISSUER.", completion: Completion.assets)
        var sendAsset: String

        @Option(help: "What arrives: native or CODE:ISSUER.", completion: Completion.assets)
        var destAsset: String

        @Option(help: "The assets between, in order: A,B (default: the network's best path, shown).")
        var path: String?

        @Option(help: "How much worse than the best path may be accepted, for example 0.5%.")
        var slippage: String?

        func assets() throws(Failure) -> (send: Asset, destination: Asset) {
            (try Arguments.asset(sendAsset, "--send-asset"), try Arguments.asset(destAsset, "--dest-asset"))
        }

        func givenPath() throws(Failure) -> BoundedArray<Asset, 5>? {
            guard let path else { return nil }
            var assets: [Asset] = []
            for part in path.split(separator: ",", omittingEmptySubsequences: false) where !path.isEmpty {
                assets.append(try Arguments.asset(String(part), "--path"))
            }
            guard let bounded = BoundedArray<Asset, 5>(assets) else {
                throw Failure(.badInput, "--path: at most 5 assets can stand between")
            }
            return bounded
        }
    }

    struct StrictSend: OperationCommand {
        static let configuration = CommandConfiguration(
            commandName: "strict-send", abstract: "The amount sent is fixed; at least --dest-min arrives.",
            discussion: """
                Example: coldstar-build path-payment strict-send --network testnet --source G... --destination G... \\
                  --send-asset native --send-amount 100 --dest-asset USDC:G...
                """)

        @OptionGroup var ends: Ends

        @Option(help: "The amount sent.")
        var sendAmount: String

        @Option(help: "The least that must arrive (default: what the best path brings, less the slippage of 0.5%).")
        var destMin: String?

        @OptionGroup var options: BuildOptions

        func body(in draft: inout Draft) throws(Failure) -> OperationBody {
            let assets = try ends.assets()
            let sent = try Arguments.amount(sendAmount, "--send-amount")
            let least = try destMin.map { text throws(Failure) in try Arguments.amount(text, "--dest-min") }
            let given = try ends.givenPath()
            let destination = try draft.destination(ends.destination, "--destination")
            let search = PathSearch(slippage: ends.slippage, given: given, limit: least)
            let found = try search.strictSend(sent, assets, in: &draft)
            return .pathPaymentStrictSend(
                PathPaymentStrictSendOp(
                    sendAsset: assets.send, sendAmount: sent.stroops, destination: destination,
                    destAsset: assets.destination, destMin: found.limit.stroops, path: found.path))
        }
    }

    struct StrictReceive: OperationCommand {
        static let configuration = CommandConfiguration(
            commandName: "strict-receive", abstract: "The amount that arrives is fixed; at most --send-max is sent.",
            discussion: """
                Example: coldstar-build path-payment strict-receive --network testnet --source G... --destination G... \\
                  --send-asset native --dest-asset USDC:G... --dest-amount 5 --slippage 2%
                """)

        @OptionGroup var ends: Ends

        @Option(help: "The amount that arrives.")
        var destAmount: String

        @Option(help: "The most that may be sent (default: what the best path costs, plus the slippage of 0.5%).")
        var sendMax: String?

        @OptionGroup var options: BuildOptions

        func body(in draft: inout Draft) throws(Failure) -> OperationBody {
            let assets = try ends.assets()
            let arriving = try Arguments.amount(destAmount, "--dest-amount")
            let most = try sendMax.map { text throws(Failure) in try Arguments.amount(text, "--send-max") }
            let given = try ends.givenPath()
            let destination = try draft.destination(ends.destination, "--destination")
            let search = PathSearch(slippage: ends.slippage, given: given, limit: most)
            let found = try search.strictReceive(arriving, assets, in: &draft)
            return .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: assets.send, sendMax: found.limit.stroops, destination: destination,
                    destAsset: assets.destination, destAmount: arriving.stroops, path: found.path))
        }
    }
}
