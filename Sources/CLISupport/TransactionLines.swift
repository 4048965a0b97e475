// SPDX-License-Identifier: Apache-2.0

import Handoff
import TextCodec

/// What a command was given that takes one transaction (TX) or a file with one on each line.
package enum TransactionSource {
    case one(TransactionInput)
    case many(TransactionLines)

    /// Reads TX as `TransactionInput` does, with room for the lines of a batch.
    package init(_ argument: String?) throws(Failure) {
        let (bytes, origin) = try TransactionInput.bytes(argument, limit: TransactionLines.limit)
        if let lines = HandoffLines.find(in: bytes) {
            self = .many(try TransactionLines(bytes, lines, origin))
        } else {
            self = .one(try TransactionInput(bytes, origin: origin))
        }
    }
}

/// A file with a transaction on each line, as `coldstar-build batch` writes it, or with a single one. They are read one at a time,
/// as often as wanted.
package struct TransactionLines {
    /// The largest file, in bytes: 100,000 payments with a memo each, and what is claimed about them.
    package static let limit = 192 << 20
    /// The most lines.
    private static let mostLines = 100_000

    package let origin: String
    private let bytes: [UInt8]
    /// Nil when the whole is one transaction.
    private let lines: [(number: Int, place: Range<Int>)]?

    /// Reads TX as `TransactionSource` does.
    package init(_ argument: String?) throws(Failure) {
        let (bytes, origin) = try TransactionInput.bytes(argument, limit: Self.limit)
        try self.init(bytes, HandoffLines.find(in: bytes), origin)
    }

    fileprivate init(
        _ bytes: [UInt8], _ lines: [(number: Int, place: Range<Int>)]?, _ origin: String
    ) throws(Failure) {
        guard lines?.count ?? 1 <= Self.mostLines else {
            throw Failure(.badInput, "\(origin): there are more than \(Self.mostLines) lines; divide the file")
        }
        self.bytes = bytes
        self.lines = lines
        self.origin = origin
    }

    package var count: Int { lines?.count ?? 1 }

    /// The number that the line at `index` has in the file.
    package func number(at index: Int) -> Int { lines?[index].number ?? 1 }

    /// The file, and the line of one of many.
    package func origin(at index: Int) -> String { lines.map { "\(origin):\($0[index].number)" } ?? origin }

    /// The transaction on the line at `index`; its origin names the line.
    package func input(at index: Int) throws(Failure) -> TransactionInput {
        try TransactionInput(lines.map { Array(bytes[$0[index].place]) } ?? bytes, origin: origin(at: index))
    }
}
