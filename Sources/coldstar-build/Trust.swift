// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

struct Trust: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add or remove a trustline: the permission to hold an asset.", subcommands: [Add.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Accept an asset, up to a limit.",
            discussion: """
                Example: coldstar-build trust add --network testnet --source G... --asset USDC:G... --limit 1000
                """)

        @Option(help: "CODE:ISSUER.")
        var asset: String

        @Option(help: "The most to hold (default: unlimited).")
        var limit: String?

        @OptionGroup var options: BuildOptions

        func run() throws {
            let line = try Trust.line(asset, options)
            let limit = try limit.map { try Arguments.amount($0, "--limit") } ?? .max
            var draft = try Draft(options)
            try draft.finish(.changeTrust(ChangeTrustOp(line: line, limit: limit.stroops)))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give up an asset; its balance must be zero.",
            discussion: "Example: coldstar-build trust remove --network testnet --source G... --asset USDC:G...")

        @Option(help: "CODE:ISSUER.")
        var asset: String

        @OptionGroup var options: BuildOptions

        func run() throws {
            let line = try Trust.line(asset, options)
            var draft = try Draft(options)
            try draft.finish(.changeTrust(ChangeTrustOp(line: line, limit: 0)))
        }
    }

    /// The line for an asset that can be trusted: not XLM, and not one's own.
    private static func line(_ text: String, _ options: BuildOptions) throws(Failure) -> ChangeTrustAsset {
        let asset = try Arguments.asset(text, "--asset")
        guard asset != .native else {
            throw Failure(.badInput, "--asset: XLM needs no trustline")
        }
        return asset.asTrustLine
    }
}
