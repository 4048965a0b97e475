// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Signing
import Stellar
import StellarXDR
import TextCodec
import Vault

struct BookAssets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "Assets that are the right ones: what only looks like them is held back.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Keep an asset.", discussion: "Example: coldstar-sign book assets add USDC:G...")
        @Argument(help: "CODE:ISSUER, or CODE:CONTACT.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func changed(_ book: Book) throws(Failure) -> Book { try book.adding(assetNamed: asset) }
    }

    struct List: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "All assets.", discussion: "Example: coldstar-sign book assets list")
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var home: HomeOptions

        var reach: Reach { get throws(Failure) { try home.toRead } }

        func run() throws {
            let assets = try VaultContext(home).book.assets
            if json { return try Console.put(document: ["assets": .array(assets.map { .string($0.text) })]) }
            for asset in assets { try Console.put(line: asset.text) }
        }
    }

    struct Remove: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Remove an asset.", discussion: "Example: coldstar-sign book assets remove USDC:G...")
        @Argument(help: "CODE:ISSUER, CODE:CONTACT, or the code alone.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func changed(_ book: Book) throws(Failure) -> Book { try book.removing(assetNamed: asset) }
    }
}
