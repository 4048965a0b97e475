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

struct BookAssets: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "Assets that are the right ones: what only looks like them is held back.",
        subcommands: [Add.self, BookList<Self>.self, Remove.self])

    static let sections = [BookSection.assets]
    static let listAbstract = "All assets."

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Keep an asset.", discussion: "Example: coldstar-sign book assets add USDC:G...")
        @Argument(help: "CODE:ISSUER, or CODE:CONTACT.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func edit() -> BookChange { { book throws(Failure) in try book.adding(assetNamed: asset) } }
    }

    struct Remove: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Remove an asset.", discussion: "Example: coldstar-sign book assets remove USDC:G...")
        @Argument(help: "CODE:ISSUER, CODE:CONTACT, or the code alone.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func edit() -> BookChange { { book throws(Failure) in try book.removing(assetNamed: asset) } }
    }
}
