// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import Vault

struct BookAssets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "Assets that are the right ones: what only looks like them is held back.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep an asset.", discussion: "Example: coldstar-sign book assets add USDC:G...")
        @Argument(help: "CODE:ISSUER, or CODE:CONTACT.")
        var asset: String
        @OptionGroup var editor: ListEditor

        var reach: Reach { get throws(Failure) { try editor.reach } }

        func run() throws {
            try editor.changeBook { book throws(Failure) in
                let asset = try book.asset(asset)
                guard asset.issuer != nil else { throw Failure(.badInput, "ASSET: XLM needs no entry") }
                return book.adding(assets: [asset])
            }
        }
    }

    struct List: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "All assets.", discussion: "Example: coldstar-sign book assets list")
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var home: HomeOptions

        var reach: Reach { get throws(Failure) { try home.toRead } }

        func run() throws {
            let assets = try Surroundings(home).book.assets
            if json { return try Console.put(document: ["assets": .array(assets.map { .string($0.text) })]) }
            for asset in assets { try Console.put(line: asset.text) }
        }
    }

    struct Remove: BookRemoval {
        static let configuration = CommandConfiguration(
            abstract: "Forget an asset.", discussion: "Example: coldstar-sign book assets remove USDC:G...")
        @Argument(help: "CODE:ISSUER, CODE:CONTACT, or the code alone.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func removed(from book: Book) throws(Failure) -> Book {
            let asset = try book.asset(asset)
            guard book.assets.contains(asset) else { throw Failure(.noInput, "the book has no \(asset.text)") }
            return book.removing(asset: asset)
        }
    }
}

extension Book {
    /// Parses an asset: the issuer may be a contact, and a code alone stands for the only asset in the book with that code.
    fileprivate func asset(_ text: String) throws(Failure) -> Asset {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2, let contact = contact(named: parts[1]) {
            do { return try Asset(code: parts[0], issuer: contact.account) } catch {
                throw Failure(.badInput, "ASSET: \(error.message)")
            }
        }
        let same = assets.filter { $0.code == text }
        guard same.count < 2 else {
            throw Failure(
                .badInput, "ASSET: the book has several assets of the code \(text)",
                hint: "write one of them in full: \(same.map(\.text).joined(separator: ", "))")
        }
        if let only = same.first { return only }
        return try Arguments.asset(text, "ASSET")
    }
}
