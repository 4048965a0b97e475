// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct Trust: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add or remove a trustline: the permission to hold an asset.", subcommands: [Add.self, Remove.self])

    struct Add: OperationCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a trustline for an asset, up to a limit.",
            discussion: """
                Example: coldstar-build trust add --network testnet --source G... --asset USDC:G... --limit 1000
                """)

        @Option(help: "CODE:ISSUER.", completion: Completion.assets)
        var asset: String

        @Option(help: "The maximum balance (default: unlimited).")
        var limit: String?

        @OptionGroup var options: BuildOptions

        func body(in draft: inout Draft) throws(Failure) -> OperationBody {
            let line = try Trust.line(asset, in: &draft)
            let limit = try limit.map { text throws(Failure) in try Arguments.amount(text, "--limit") } ?? .max
            return .changeTrust(ChangeTrustOp(line: line, limit: limit.stroops))
        }
    }

    struct Remove: OperationCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the trustline of an asset; its balance must be zero.",
            discussion: "Example: coldstar-build trust remove --network testnet --source G... --asset USDC:G...")

        @Option(help: "CODE:ISSUER.", completion: Completion.assets)
        var asset: String

        @OptionGroup var options: BuildOptions

        func body(in draft: inout Draft) throws(Failure) -> OperationBody {
            .changeTrust(ChangeTrustOp(line: try Trust.line(asset, in: &draft), limit: 0))
        }
    }

    /// The trustline's asset: any asset but XLM.
    static func line(_ text: String, in draft: inout Draft) throws(Failure) -> ChangeTrustAsset {
        let asset = try draft.asset(text, "--asset")
        guard asset != .native else {
            throw Failure(.badInput, "--asset: XLM needs no trustline")
        }
        return asset.asTrustLine
    }
}
