// SPDX-License-Identifier: Apache-2.0

/// Why a text is not one whole UR.
package enum URError: Error, Hashable {
    /// The text does not begin with "ur:".
    case noScheme
    /// The type is empty or has a character other than a-z, 0-9 and the hyphen.
    case badType
    /// Not "type/words" and not "type/number-count/words".
    case badPath
    /// A type or a part longer than this reader takes.
    case tooLong(limit: Int)
    case bytewords(BytewordsError)
    /// A right part of a message in several, which this version does not put together.
    case multipart(type: String, number: UInt32, count: UInt32)
    /// The part says something else in its bytes than in its path, or cannot be a part of any message.
    case badPart

    /// What is wrong, in words for the end of an error line.
    package var message: String {
        switch self {
        case .noScheme: "not a UR"
        case .badType: "a UR without a proper type"
        case .badPath: "a UR whose path is not type and words"
        case .tooLong(let limit): "a UR longer than \(limit) characters"
        case .bytewords(let error): "a UR that cannot be read: \(error.message)"
        case .multipart(_, let number, let count):
            "part \(number) of a UR in \(count) parts: several parts are not supported by this version"
        case .badPart: "a UR part that contradicts itself"
        }
    }
}
