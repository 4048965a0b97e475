// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import OnlineShell
import Shell
import Stellar
import StellarXDR
import XDR

struct PathPayment: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path-payment", abstract: "Send one asset, converted to another for the destination.",
        subcommands: [StrictSend.self, StrictReceive.self])

    /// Options of both kinds of path payment.
    struct Ends: ParsableArguments {
        @Option(help: "The destination: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
        var destination: String

        @Option(help: "What is sent: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
        var sendAsset: String

        @Option(help: "What arrives: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
        var destAsset: String

        @Option(help: "The intermediate assets, in order: A,B (default: the network's best path, shown).")
        var path: String?

        @Option(help: "The maximum deviation from the best path, for example 0.5%.")
        var slippage: String?

        /// The assets of both ends. For a code alone, the asset sent is one that the payer holds, and the asset
        /// received one that the recipient holds.
        func assets(to destination: MuxedAccount, in draft: inout Draft) throws(Failure) -> (
            send: Asset, destination: Asset
        ) {
            (
                try draft.asset(sendAsset, "--send-asset"),
                try draft.asset(destAsset, "--dest-asset", heldBy: destination.account)
            )
        }

        func givenPath(in draft: inout Draft) throws(Failure) -> BoundedArray<Asset, 5>? {
            guard let path else { return nil }
            var assets: [Asset] = []
            for part in path.split(separator: ",", omittingEmptySubsequences: false) where !path.isEmpty {
                assets.append(try draft.asset(String(part), "--path"))
            }
            guard let bounded = BoundedArray<Asset, 5>(assets) else {
                throw Failure(.badInput, "--path: at most 5 intermediate assets")
            }
            return bounded
        }
    }

    struct StrictSend: OperationCommand {
        static let configuration = CommandConfiguration(
            commandName: "strict-send", abstract: "Send a fixed amount; at least --dest-min is received.",
            discussion: """
                Example: coldstar-build path-payment strict-send --network testnet --source G... --destination G... \\
                  --send-asset native --send-amount 100 --dest-asset USDC:G...
                """)

        @OptionGroup var ends: Ends

        @Option(help: "The amount to send.")
        var sendAmount: String

        @Option(help: "The minimum to receive (default: what the best path yields, less 0.5% slippage).")
        var destMin: String?

        @OptionGroup var options: BuildOptions

        func body(in draft: inout Draft) throws(Failure) -> OperationBody {
            let destination = try draft.destination(ends.destination, "--destination")
            let assets = try ends.assets(to: destination, in: &draft)
            let sent = try Arguments.amount(sendAmount, "--send-amount")
            let least = try destMin.map { text throws(Failure) in try Arguments.amount(text, "--dest-min") }
            let given = try ends.givenPath(in: &draft)
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
            commandName: "strict-receive", abstract: "Receive a fixed amount; at most --send-max is sent.",
            discussion: """
                Example: coldstar-build path-payment strict-receive --network testnet --source G... --destination G... \\
                  --send-asset native --dest-asset USDC:G... --dest-amount 5 --slippage 2%
                """)

        @OptionGroup var ends: Ends

        @Option(help: "The amount to receive.")
        var destAmount: String

        @Option(help: "The maximum to send (default: what the best path costs, plus 0.5% slippage).")
        var sendMax: String?

        @OptionGroup var options: BuildOptions

        func body(in draft: inout Draft) throws(Failure) -> OperationBody {
            let destination = try draft.destination(ends.destination, "--destination")
            let assets = try ends.assets(to: destination, in: &draft)
            let arriving = try Arguments.amount(destAmount, "--dest-amount")
            let most = try sendMax.map { text throws(Failure) in try Arguments.amount(text, "--send-max") }
            let given = try ends.givenPath(in: &draft)
            let search = PathSearch(slippage: ends.slippage, given: given, limit: most)
            let found = try search.strictReceive(arriving, assets, in: &draft)
            return .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: assets.send, sendMax: found.limit.stroops, destination: destination,
                    destAsset: assets.destination, destAmount: arriving.stroops, path: found.path))
        }
    }
}
