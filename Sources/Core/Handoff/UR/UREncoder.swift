// SPDX-License-Identifier: Apache-2.0

/// Splits a UR into parts: first the plain fragments, then any number of mixes of them.
///
/// Without I/O and without state: part number `n` of a message is always the same text.
///
/// - Source: BCR-2024-001.
package struct UREncoder: Sendable {
    /// The default number of bytes per fragment: a QR code of version 10 to 11, which cameras read comfortably.
    package static let usualFragment = 150
    /// The longest message that is not worth splitting: two fragments of the default length.
    package static let longestWhole = 2 * usualFragment

    package let ur: UR
    private let message: URPart.Message
    private let chooser: FountainChooser

    /// - Parameter fragment: the maximum number of bytes per fragment, above zero.
    /// - Throws: `.emptyMessage`, `.messageTooLong`, `.tooManyParts`, if receivers would have to refuse the parts.
    package init(_ ur: UR, fragment: Int = usualFragment) throws(URError) {
        guard !ur.message.isEmpty else { throw .emptyMessage }
        let limits = URLimits.of(ur.type)
        guard ur.message.count <= limits.message else { throw .messageTooLong(limit: limits.message) }
        let length = Self.fragmentLength(message: ur.message.count, most: fragment)
        let count = (ur.message.count + length - 1) / length
        guard count <= limits.fragments else { throw .tooManyParts(found: count, limit: limits.fragments) }
        self.ur = ur
        let checksum = CRC32.checksum(ur.message)
        message = URPart.Message(count: count, length: ur.message.count, checksum: checksum, fragment: length)
        chooser = FountainChooser(count: count, checksum: checksum)
    }

    /// The number of parts that hold the message if none is lost.
    package var count: Int { message.count }

    /// Bytes per fragment.
    package var fragment: Int { message.fragment }

    /// One part, in lower case. A message of one fragment has only the single-part form.
    ///
    /// - Parameter number: from 1; above `count` the part is a mix of fragments.
    package func part(_ number: UInt32) -> String {
        guard count > 1 else { return ur.text }
        let body = Bytewords.encode(part(numbered: number).cbor, style: .minimal)
        return "\(UR.scheme)\(ur.type)/\(number)-\(count)/\(body)"
    }

    /// The plain fragments, one part each.
    package var parts: [String] { (1...UInt32(count)).map(part) }

    /// The fragments that a part mixes.
    package func fragments(of number: UInt32) -> FragmentSet { chooser.fragments(of: number) }

    func part(numbered number: UInt32) -> URPart {
        precondition(number > 0, "parts are numbered from 1")
        var data = [UInt8](repeating: 0, count: fragment)
        for index in chooser.fragments(of: number).elements {
            let bytes = ur.message[index * fragment..<min((index + 1) * fragment, ur.message.count)]
            for (place, byte) in bytes.enumerated() { data[place] ^= byte }
        }
        return URPart(number: number, message: message, data: data)
    }

    /// The length of a message's fragments: as equal as possible, at most `most`, and longer only where they would
    /// otherwise be shorter than `least`.
    package static func fragmentLength(message: Int, least: Int = 1, most: Int) -> Int {
        precondition(message > 0 && least > 0 && most >= least, "no such fragments")
        let mostCount = max(1, message / least)
        for count in 1...mostCount {
            let length = (message + count - 1) / count
            if length <= most { return length }
        }
        return (message + mostCount - 1) / mostCount
    }
}

extension UR {
    /// The UR as lines of text: one line if it is small, else one line per part. A message too long for parts is one
    /// line, which only files can carry.
    package var lines: [String] {
        guard message.count > UREncoder.longestWhole, let encoder = try? UREncoder(self) else { return [text] }
        return encoder.parts
    }
}
