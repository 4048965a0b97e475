// SPDX-License-Identifier: Apache-2.0

import Confine
import Faults
import Review
import Shell
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
        let book = try Surroundings(home).book
        if json { return try Console.put(document: [Self.plural: .array(Self.documents(of: book))]) }
        try Console.put(Array(BookText.of(Self.part(of: book), on: .output).utf8))
    }
}

/// The command `book PART remove`.
protocol BookRemoval: ConfinedCommand {
    var editor: ListEditor { get }

    /// - Throws: `.noInput` if the book has no such entry.
    func removed(from book: Book) throws(Failure) -> Book
}

extension BookRemoval {
    var reach: Reach { get throws(Failure) { try editor.reach } }

    func run() throws {
        try editor.changeBook { book throws(Failure) in try removed(from: book) }
    }
}

/// The command `book PART import`.
protocol BookPartImport: ConfinedCommand {
    var file: String { get }
    var editor: ListEditor { get }

    static func adding(_ other: Book, to book: Book) -> Book
}

extension BookPartImport {
    var reach: Reach { get throws(Failure) { Reach(file, .file) + (try editor.reach) } }

    func run() throws {
        let file = try BookFile(file)
        try editor.changeBook(from: file.origin) { book throws(Failure) in Self.adding(file.book, to: book) }
    }
}
