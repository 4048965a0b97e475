// SPDX-License-Identifier: Apache-2.0

/// A name that someone else chose: of a contract's function or type, a label, a symbol, a domain.
///
/// The only form in which such a name becomes part of a sentence. A name of `[A-Za-z0-9_]{1,60}`, or such names joined
/// by `::`, stands as it is; any other is quoted, escaped and cut, so that it cannot continue the sentence around it.
package struct ForeignName: Hashable, Sendable {
    /// The bytes that are shown of a quoted name.
    package static let longest = 60
    /// The bytes of a path of names that stands as it is.
    static let longestPath = 180

    package let bytes: [UInt8]
    private let most: Int

    /// - Parameter most: the bytes that are shown if it has to be quoted; of the escaped form, which may be four times
    ///   as long, at most twice as many.
    package init(_ bytes: [UInt8], most: Int = longest) {
        self.bytes = bytes
        self.most = most
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Whether it is a name, or names joined by `::`, that can stand unquoted.
    package var isPlain: Bool {
        guard (1...Self.longestPath).contains(bytes.count) else { return false }
        let path = bytes.starts(with: "::".utf8) ? bytes.dropFirst(2) : bytes[...]
        var length = 0
        var index = path.startIndex
        while index < path.endIndex {
            if Self.isPart(path[index]) {
                length += 1
                index += 1
            } else {
                guard length > 0, path[index...].starts(with: "::".utf8) else { return false }
                length = 0
                index += 2
            }
            if length > Self.longest { return false }
        }
        return length > 0
    }

    /// Whether names have the byte as it is: letters, digits and underscores.
    package static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The name as it is if it is plain, otherwise quoted.
    package var text: String { isPlain ? String(decoding: bytes, as: UTF8.self) : quoted }

    /// In quotation marks, escaped, and cut where it is longer than 60 bytes, or than was asked for. Of several blanks
    /// in a row all but the first are escaped, so that no name can lay out lines of its own.
    package var quoted: String {
        var text: [UInt8] = []
        var shown = 0
        var last: UInt8 = 0
        for byte in bytes.prefix(most) {
            let escaped = Self.escaped(byte, after: last)
            guard text.count + escaped.count <= 2 * most else { break }
            text += escaped
            shown += 1
            last = byte
        }
        let cut = shown < bytes.count ? "... (cut, \(bytes.count) bytes)" : ""
        return "\"\(String(decoding: text, as: UTF8.self))\"\(cut)"
    }

    private static func escaped(_ byte: UInt8, after last: UInt8) -> [UInt8] {
        if byte == UInt8(ascii: "\\") { return [byte, byte] }
        let couldPose = byte == UInt8(ascii: "\"") || (byte == 0x20 && last == 0x20)
        if !couldPose, (0x20...0x7e).contains(byte) { return [byte] }
        return [UInt8(ascii: "\\"), UInt8(ascii: "x"), Hex.digit(byte >> 4), Hex.digit(byte & 15)]
    }
}
