// SPDX-License-Identifier: Apache-2.0

/// A record that the decoding process sends to its parent: a letter, a length, bytes.
///
/// The reader must not trust it: a malicious picture may have taken over the writer.
package enum WorkerRecord: Hashable, Sendable {
    /// The content of a code.
    case code([UInt8])
    /// The reason why a picture could not be read.
    case unreadable(String)
    /// A picture is finished; the number of codes in it.
    case done(codes: Int)
    /// A source is finished: a file or a stream of pictures.
    case ended

    /// Maximum length of a record's content in bytes: the largest code holds 7089 digits.
    static let mostBytes = 8192

    package var bytes: [UInt8] {
        switch self {
        case .code(let content): Self.framed("c", Array(content.prefix(Self.mostBytes)))
        case .unreadable(let reason): Self.framed("u", Array(reason.utf8.prefix(Self.mostBytes)))
        case .done(let codes): Self.framed("d", [UInt8(clamping: codes)])
        case .ended: Self.framed("e", [])
        }
    }

    private static func framed(_ letter: Unicode.Scalar, _ content: [UInt8]) -> [UInt8] {
        [UInt8(ascii: letter), UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    /// Removes the first record from the bytes; nil while it is incomplete.
    ///
    /// - Throws: `WorkerRecordError` if the bytes are not a valid record.
    package static func take(from bytes: inout [UInt8]) throws(WorkerRecordError) -> WorkerRecord? {
        guard bytes.count >= 3 else { return nil }
        let length = Int(bytes[1]) << 8 | Int(bytes[2])
        guard length <= mostBytes else { throw WorkerRecordError() }
        guard bytes.count >= 3 + length else { return nil }
        let (letter, content) = (bytes[0], Array(bytes[3..<3 + length]))
        bytes.removeFirst(3 + length)
        switch letter {
        case UInt8(ascii: "c"): return .code(content)
        case UInt8(ascii: "u"): return .unreadable(String(decoding: content, as: UTF8.self))
        case UInt8(ascii: "d") where length == 1: return .done(codes: Int(content[0]))
        case UInt8(ascii: "e") where length == 0: return .ended
        default: throw WorkerRecordError()
        }
    }
}

/// Bytes that are not a valid worker record.
package struct WorkerRecordError: Error, Hashable {
    package init() {}
}
