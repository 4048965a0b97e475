// SPDX-License-Identifier: Apache-2.0

import Confine
import Faults
import Review
import Shell
import Signing
import TextCodec

/// The command `book PART list`: shows one part of the book.
protocol BookList: ConfinedCommand {
    var json: Bool { get }
    var home: HomeOptions { get }

    /// The name of the array in JSON output.
    static var plural: String { get }
    static func part(of book: Book) -> Book
    static func documents(of book: Book) -> [JSON]
}

extension BookList {
    var reach: Reach { get throws(Failure) { try home.toRead } }

    func run() throws {
        let book = try VaultContext(home).book
        if json { return try Console.put(document: [Self.plural: .array(Self.documents(of: book))]) }
        try Console.put(Array(BookText.of(Self.part(of: book), on: .output).utf8))
    }
}

/// A command that changes the book.
protocol BookEdit: ConfinedCommand {
    var editor: ListEditor { get }

    /// Checks what was typed, before the vault is read.
    func check() throws(Failure)

    /// The book after the change.
    func changed(_ book: Book) throws(Failure) -> Book
}

extension BookEdit {
    var reach: Reach { get throws(Failure) { try editor.reach } }

    func check() throws(Failure) {}

    func run() throws {
        try check()
        try editor.changeBook { book throws(Failure) in try changed(book) }
    }
}

/// A command that takes entries from a file.
protocol BookImporting: ConfinedCommand {
    var file: String { get }
    var editor: ListEditor { get }

    static func adding(_ other: Book, to book: Book) -> Book
}

extension BookImporting {
    var reach: Reach { get throws(Failure) { Reach(file, .file) + (try editor.reach) } }

    func run() throws {
        let (bytes, origin) = try InputFile.read(file, limit: BookFile.limit)
        let file = try BookFile(bytes, origin: origin)
        try editor.changeBook(from: file.origin) { book throws(Failure) in Self.adding(file.book, to: book) }
    }
}
