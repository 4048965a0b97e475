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

/// Why a text is not a UR, or not a part of the current message.
package enum URError: Error, Hashable {
    /// The text does not begin with "ur:".
    case noScheme
    /// The type is empty or has a character other than a-z, 0-9 and the hyphen.
    case badType
    /// Neither "type/words" nor "type/number-count/words".
    case badPath
    /// A text longer than this reader accepts.
    case tooLong(limit: Int)
    case bytewords(BytewordsError)
    /// A valid part of a multi-part message, where a whole message is expected.
    case onePart(type: String, number: UInt32, count: Int)
    /// The bytes of the part contradict its path, or cannot be a part of any message.
    case badPart
    /// A message in more parts than this reader accepts.
    case tooManyParts(found: Int, limit: Int)
    /// A message with too many bytes for parts.
    case messageTooLong(limit: Int)
    case emptyMessage
    /// A part of a message of another type than that of the first part.
    case otherType(found: String, expected: String)
    /// A part of another message than the first part: its number of parts, length, or checksum differs.
    case otherMessage
    /// A whole message in addition to another one, or to parts.
    case wholeBeside
    /// The part contradicts the parts before it, although its own checksum is right.
    case contradiction(number: UInt32)
    /// All parts are present, but the assembled message does not match its checksum.
    case wrongChecksum
    /// Parts are missing.
    case incomplete(PartProgress)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .noScheme: "not a UR"
        case .badType: "a UR without a proper type"
        case .badPath: "a UR whose path is not type and words"
        case .tooLong(let limit): "a UR longer than \(limit) characters"
        case .bytewords(let error): "a UR that cannot be read: \(error.message)"
        case .onePart(_, let number, let count):
            "part \(number) of a UR in \(count) parts, but a complete one is required"
        case .badPart: "a UR part that contradicts itself"
        case .tooManyParts(let found, let limit): "a UR in \(found) parts, where at most \(limit) are taken"
        case .messageTooLong(let limit): "a UR in parts of more than \(limit) bytes: carry it as a file"
        case .emptyMessage: "a UR of nothing"
        case .otherType(let found, let expected): "a part of a UR of type \(found) among parts of \(expected)"
        case .otherMessage: "parts of two messages are mixed"
        case .wholeBeside: "more than one message"
        case .contradiction(let number):
            "part \(number) of the UR contradicts the others: it belongs to another message"
        case .wrongChecksum: "the parts of the UR do not add up to the message that they name"
        case .incomplete(let progress): "the UR is not complete: \(progress.text)"
        }
    }
}
