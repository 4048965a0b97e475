// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Signing

struct BookAssets: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "Assets that are the right ones: what only looks like them is held back.",
        subcommands: [Add.self, BookList<Self>.self, BookRemove<Self>.self])

    static let sections = [BookSection.assets]
    static let listAbstract = "All assets."
    static let removal = BookRemoval(
        "Remove an asset.", of: "asset", "CODE:ISSUER, CODE:CONTACT, or the code alone.", example: "USDC:G...")

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Keep an asset.", discussion: "Example: coldstar-sign book assets add USDC:G...")
        @Argument(help: "CODE:ISSUER, or CODE:CONTACT.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func edit() -> BookChange { { book throws(Failure) in try book.adding(assetNamed: asset) } }
    }
}
