// SPDX-License-Identifier: Apache-2.0

/// What the process that decodes pictures tells the one that started it: a letter, a length, bytes.
///
/// Whoever reads it trusts nothing of it: the writer may have been taken over by a picture.
package enum WorkerRecord: Hashable, Sendable {
    /// What a code holds.
    case code([UInt8])
    /// A picture could not be read; the reason.
    case unreadable(String)
    /// A picture is done with; how many codes were in it.
    case done(codes: Int)
    /// A source is done with: a file, or a stream of pictures.
    case ended

    /// The most bytes of a record: the largest code holds 7089 digits.
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

    /// Takes the first record off some bytes; nil while it is not whole.
    ///
    /// - Throws: `WorkerRecordError` for what no worker of ours says.
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
