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

    /// Reads the array [number, count, length of the message, its CRC-32, data], which must agree with its path. Allocates
    /// nothing for the sizes that it claims.
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
