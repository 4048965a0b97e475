// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The input of a command that takes one transaction (TX) or a file with one on each line.
package indirect enum TransactionSource {
    case one(TransactionInput)
    case many(TransactionLines)

    package init(_ lines: TransactionLines) throws(Failure) {
        self = lines.isOne ? .one(try lines.input(at: 0)) : .many(lines)
    }
}

/// A file with a transaction on each line, as `coldstar-build batch` writes it, or with a single one. Transactions are
/// read one at a time, as often as needed.
package struct TransactionLines {
    /// The maximum file size, in bytes: 100,000 payments with a memo each, and their hints.
    package static let limit = 192 << 20
    /// The maximum number of lines.
    private static let mostLines = 100_000

    package let origin: String
    private let bytes: [UInt8]
    private let isText: Bool
    /// Nil if the whole input is one transaction.
    private let lines: [(number: Int, place: Range<Int>)]?

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the argument itself.
    package init(_ bytes: [UInt8], origin: String, isText: Bool = false) throws(Failure) {
        (self.origin, self.isText) = (origin, isText)
        do throws(HandoffError) { self.bytes = try BatchResource.document(bytes) ?? bytes } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        lines = HandoffLines.find(in: self.bytes)
        guard lines?.count ?? 1 <= Self.mostLines else {
            throw Failure(.badInput, "\(origin): more than \(Self.mostLines) lines; split the file")
        }
    }

    fileprivate var isOne: Bool { lines == nil }

    package var count: Int { lines?.count ?? 1 }

    /// The file's line number for the line at `index`.
    package func number(at index: Int) -> Int { lines?[index].number ?? 1 }

    /// The name of the file, with the line number if there are several lines.
    package func origin(at index: Int) -> String { lines.map { "\(origin):\($0[index].number)" } ?? origin }

    /// The content to show as QR codes.
    ///
    /// - Throws: `.badInput` for what is not a transaction, a request or a response, and a batch too large for codes.
    package func codes() throws(Failure) -> QRContent {
        guard let lines else {
            switch try input(at: 0).input.content {
            case .request(let request): return .parted(request.ur)
            case .response(let response): return .whole(response.ur)
            default: return .text(String(decoding: bytes, as: UTF8.self))
            }
        }
        let texts = lines.map { String(decoding: bytes[$0.place], as: UTF8.self) }
        do throws(HandoffError) { return .parted(try BatchResource.ur(of: texts)) } catch {
            if case .line(let number, let reason) = error {
                throw Failure(.badInput, "\(origin(at: number - 1)): \(reason.message)")
            }
            throw Failure(.badInput, "\(origin): \(error.message)", hint: "carry the file instead")
        }
    }

    /// The transaction on the line at `index`; its origin names the line.
    package func input(at index: Int) throws(Failure) -> TransactionInput {
        let whole = lines.map { Array(bytes[$0[index].place]) } ?? bytes
        return try TransactionInput(whole, origin: origin(at: index), isText: isText && lines == nil)
    }
}
