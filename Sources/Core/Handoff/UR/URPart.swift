// SPDX-License-Identifier: Apache-2.0

/// One part of a message in several: its number, what the message is, and a fragment or a mix of fragments.
///
/// - Source: BCR-2024-001 §Part.
package struct URPart: Hashable, Sendable {
    /// What all parts of a message agree on.
    package struct Message: Hashable, Sendable {
        /// Fragments of the message.
        package let count: Int
        /// Bytes of the message.
        package let length: Int
        /// CRC-32 of the message.
        package let checksum: UInt32
        /// Bytes of each fragment; the last one is filled up with zeros.
        package let fragment: Int
    }

    /// From 1; beyond `message.count` the part mixes fragments.
    package let number: UInt32
    package let message: Message
    package let data: [UInt8]

    /// The most fragments, and bytes of a message, that are read or written: enough for every transaction that fits a
    /// ledger's limits comfortably, and little enough for any machine.
    package static let mostFragments = 1024
    package static let longestMessage = 1 << 16
    /// The longest text of a part: what the largest QR code holds.
    package static let longestText = 4296

    init(number: UInt32, message: Message, data: [UInt8]) {
        self.number = number
        self.message = message
        self.data = data
    }

    /// Reads the array [number, count, length of the message, its CRC-32, data], which has to say what its path says. Nothing is
    /// allocated for what it claims.
    init(cbor bytes: [UInt8], path: URSequence) throws(URError) {
        guard let fields = try? CBOR(decoding: bytes).asArray, fields.count == 5,
            fields[0].asUnsigned == UInt64(path.number), fields[1].asUnsigned == UInt64(path.count),
            let length = fields[2].asUnsigned, let checksum = fields[3].asUnsigned.flatMap(UInt32.init(exactly:)),
            let data = fields[4].asBytes, !data.isEmpty
        else { throw .badPart }
        guard path.count <= Self.mostFragments else {
            throw .tooManyParts(found: Int(path.count), limit: Self.mostFragments)
        }
        guard length <= Self.longestMessage else { throw .messageTooLong(limit: Self.longestMessage) }
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
