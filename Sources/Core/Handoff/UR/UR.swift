// SPDX-License-Identifier: Apache-2.0

/// A Uniform Resource: a type and the bytes of a CBOR item, as text for QR codes.
///
/// - Source: BCR-2020-005.
package struct UR: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens.
    package let type: String
    /// The CBOR item, untagged. Code that knows the type must check that it is CBOR at all.
    package let message: [UInt8]

    static let scheme = "ur:"
    private static let typeLimit = 64
    /// Room for a message of half a megabyte in one part: far more than any envelope.
    static let textLimit = 1 << 20

    /// - Precondition: `type` is a valid UR type.
    package init(type: String, message: [UInt8]) {
        precondition(Self.isType(type.utf8[...]), "not a UR type")
        self.type = type
        self.message = message
    }

    /// Parses one UR in one part, in any case.
    package init(parsing text: String) throws(URError) {
        switch try URFrame(parsing: text) {
        case .whole(let ur): self = ur
        case .part(let part, let type):
            throw .onePart(type: type, number: part.number, count: part.message.count)
        }
    }

    /// The canonical text, in lower case.
    package var text: String { Self.scheme + type + "/" + Bytewords.encode(message, style: .minimal) }

    /// The text for a QR code: upper case fits the alphanumeric mode, which makes the code a third smaller.
    package var qrText: String { text.uppercased() }

    static func isType(_ text: some Collection<UInt8>) -> Bool {
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
