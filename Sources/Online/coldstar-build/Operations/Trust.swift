// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct Trust: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add or remove a trustline: the permission to hold an asset.",
        subcommands: [Build<Add>.self, Build<Remove>.self])

    struct Add: OperationArguments {
        static let configuration = CommandConfiguration(
            abstract: "Add a trustline for an asset, up to a limit.",
            discussion: """
                Example: coldstar-build trust add --network testnet --source G... --asset USDC:G... --limit 1000
                """)

        @Option(help: "CODE:ISSUER.", completion: Completion.assets)
        var asset: String

        @Option(help: "The maximum balance (default: unlimited).")
        var limit: String?

        func operation() -> any OperationInput { TrustLineInput(asset: asset, .add(limit: limit)) }
    }

    struct Remove: OperationArguments {
        static let configuration = CommandConfiguration(
            abstract: "Remove the trustline of an asset; its balance must be zero.",
            discussion: "Example: coldstar-build trust remove --network testnet --source G... --asset USDC:G...")

        @Option(help: "CODE:ISSUER.", completion: Completion.assets)
        var asset: String

        func operation() -> any OperationInput { TrustLineInput(asset: asset, .remove) }
    }
}
