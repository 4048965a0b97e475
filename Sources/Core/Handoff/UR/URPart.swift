// SPDX-License-Identifier: Apache-2.0

/// One part of a multi-part message: its number, the message's parameters, and a fragment or a mix of fragments.
///
/// - Source: BCR-2024-001 §Part.
package struct URPart: Hashable, Sendable {
    /// The parameters of the message, equal in all its parts.
    package struct Message: Hashable, Sendable {
        /// The number of fragments.
        package let count: Int
        /// Bytes of the message.
        package let length: Int
        /// CRC-32 of the message.
        package let checksum: UInt32
        /// Bytes per fragment; the last one is padded with zeros.
        package let fragment: Int
    }

    /// From 1; above `message.count` the part mixes fragments.
    package let number: UInt32
    package let message: Message
    package let data: [UInt8]

    /// The longest text of a part: the capacity of the largest QR code.
    package static let longestText = 4296

    init(number: UInt32, message: Message, data: [UInt8]) {
        self.number = number
        self.message = message
        self.data = data
    }

    /// Reads the array [number, count, length of the message, its CRC-32, data], which must agree with its path.
    /// Allocates nothing for the sizes that it claims.
    init(cbor bytes: [UInt8], path: URSequence, limits: URLimits) throws(URError) {
        guard let fields = try? CBOR(decoding: bytes).asArray, fields.count == 5,
            fields[0].asUnsigned == UInt64(path.number), fields[1].asUnsigned == UInt64(path.count),
            let length = fields[2].asUnsigned, let checksum = fields[3].asUnsigned.flatMap(UInt32.init(exactly:)),
            let data = fields[4].asBytes, !data.isEmpty
        else { throw .badPart }
        guard path.count <= limits.fragments else {
            throw .tooManyParts(found: Int(path.count), limit: limits.fragments)
        }
        guard length <= limits.message else { throw .messageTooLong(limit: limits.message) }
        // The last fragment is not empty, so the padding is shorter than a fragment.
        let room = data.count * Int(path.count)
        guard (room - data.count + 1...room).contains(Int(length)) else { throw .badPart }
        number = path.number
        message = Message(count: Int(path.count), length: Int(length), checksum: checksum, fragment: data.count)
        self.data = data
    }

    var cbor: [UInt8] {
        CBOR.array([
            .unsigned(UInt64(number)), .unsigned(UInt64(message.count)), .unsigned(UInt64(message.length)),
            .unsigned(UInt64(message.checksum)), .bytes(data),
        ]).encoded
    }
}

/// The "number-count" in a part's path.
struct URSequence: Hashable {
    let number: UInt32
    let count: UInt32

    init(_ text: ArraySlice<UInt8>) throws(URError) {
        let numbers = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard numbers.count == 2, let number = Self.number(numbers[0]), let count = Self.number(numbers[1]) else {
            throw .badPath
        }
        self.number = number
        self.count = count
    }

    /// A decimal number of at least 1, without leading zeros.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard let first = digits.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { return nil }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }
}

/// One text that begins with `ur:`: a whole message, or a part of one.
///
/// - Source: BCR-2020-005.
package enum URFrame: Hashable, Sendable {
    case whole(UR)
    case part(URPart, type: String)

    /// Parses one text, in any case. The only part of a message in one part (`1-1`, which some signers write although
    /// the single-part form is required) is a whole message.
    package init(parsing text: String) throws(URError) {
        guard text.utf8.count <= UR.textLimit else { throw .tooLong(limit: UR.textLimit) }
        let lower = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard lower.starts(with: UR.scheme.utf8) else { throw .noScheme }
        let path = lower.dropFirst(UR.scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let type = path.first, UR.isType(type) else { throw .badType }
        guard (2...3).contains(path.count) else { throw .badPath }
        let name = String(decoding: type, as: UTF8.self)
        guard path.count == 3 else {
            self = .whole(UR(type: name, message: try Self.bytes(path[1])))
            return
        }
        guard lower.count <= URPart.longestText else { throw .tooLong(limit: URPart.longestText) }
        let sequence = try URSequence(path[1])
        let part = try URPart(cbor: try Self.bytes(path[2]), path: sequence, limits: .of(name))
        guard part.message.count == 1 else {
            self = .part(part, type: name)
            return
        }
        guard part.message.checksum == CRC32.checksum(part.data) else { throw .wrongChecksum }
        self = .whole(UR(type: name, message: part.data))
    }

    private static func bytes(_ words: ArraySlice<UInt8>) throws(URError) -> [UInt8] {
        do throws(BytewordsError) {
            return try Bytewords.decode(String(decoding: words, as: UTF8.self), style: .minimal)
        } catch {
            throw .bytewords(error)
        }
    }
}
