// SPDX-License-Identifier: Apache-2.0

/// A Uniform Resource in one part: a type and the bytes of a CBOR item, as a text for QR codes.
///
/// - Source: BCR-2020-005.
package struct UR: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens.
    package let type: String
    /// The CBOR item, untagged. That it is CBOR at all is for whoever knows the type to check.
    package let message: [UInt8]

    private static let scheme = "ur:"
    private static let typeLimit = 64
    /// Room for a message of half a megabyte: far more than any envelope.
    private static let textLimit = 1 << 20

    /// - Precondition: the type is one.
    package init(type: String, message: [UInt8]) {
        precondition(Self.isType(type.utf8[...]), "not a UR type")
        self.type = type
        self.message = message
    }

    /// The canonical text, in lower case.
    package var text: String { Self.scheme + type + "/" + Bytewords.encode(message, style: .minimal) }

    /// The text for a QR code: in upper case it fits the alphanumeric mode, a third smaller.
    package var qrText: String { text.uppercased() }

    /// Reads one UR in any case, a single part or the one part of a message of one ("1-1", which some signers
    /// write although the single form is required).
    package init(parsing text: String) throws(URError) {
        guard text.utf8.count <= Self.textLimit else { throw .tooLong(limit: Self.textLimit) }
        let lower = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard lower.starts(with: Self.scheme.utf8) else { throw .noScheme }
        let path = lower.dropFirst(Self.scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let type = path.first, Self.isType(type) else { throw .badType }
        guard (2...3).contains(path.count) else { throw .badPath }
        let sequence = path.count == 3 ? try URSequence(path[1]) : nil
        let body = try Self.bytes(path[path.count - 1])
        self.type = String(decoding: type, as: UTF8.self)
        guard let sequence else {
            message = body
            return
        }
        message = try sequence.onlyMessage(in: body, type: self.type)
    }

    private static func bytes(_ words: ArraySlice<UInt8>) throws(URError) -> [UInt8] {
        do throws(BytewordsError) {
            return try Bytewords.decode(String(decoding: words, as: UTF8.self), style: .minimal)
        } catch {
            throw .bytewords(error)
        }
    }

    private static func isType(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.count <= typeLimit
            && text.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
