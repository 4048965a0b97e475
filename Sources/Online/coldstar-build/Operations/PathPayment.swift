// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct PathPayment: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path-payment", abstract: "Send one asset, converted to another for the destination.",
        subcommands: [Build<StrictSend>.self, Build<StrictReceive>.self])

    /// Options of both kinds of path payment.
    struct Ends: ParsableArguments {
        @Option(
            name: [.customLong("destination"), .customLong("to")],
            help: "The destination: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
        var destination: String

        @Option(help: "What is sent: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
        var sendAsset: String

        @Option(help: "What arrives: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
        var destAsset: String

        @Option(help: "The intermediate assets, in order: A,B (default: the network's best path, shown).")
        var path: String?

        @Option(help: "The maximum deviation from the best path, for example 0.5%.")
        var slippage: String?

        func input(_ kind: PathPaymentInput.Kind) -> PathPaymentInput {
            PathPaymentInput(
                kind, destination: destination, sendAsset: sendAsset, destAsset: destAsset, path: path,
                slippage: slippage)
        }
    }

    struct StrictSend: OperationArguments {
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

        func operation() -> any OperationInput { ends.input(.strictSend(amount: sendAmount, min: destMin)) }
    }

    struct StrictReceive: OperationArguments {
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

        func operation() -> any OperationInput { ends.input(.strictReceive(amount: destAmount, max: sendMax)) }
    }
}
