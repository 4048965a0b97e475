// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// An error in one field of a request or response.
package enum FieldFault: Error, Hashable {
    case missing
    /// Version 1 has no field of this name.
    case unknown
    case wrongType(expected: String)
    case outOfRange
    /// More bytes than `limit`.
    case tooLong(limit: Int)
    /// More elements than `limit`.
    case tooMany(limit: Int)
    /// The field is not allowed in a document of this kind, or beside another field.
    case notHere(because: String)
    /// The text does not have the form of the field.
    case malformed(expected: String)
    case base64(Base64Error)
    case address(StrKeyError)
    case envelope(XDRError)
    case entry(XDRError)
    /// The bytes that a Keystone is asked to sign are not a transaction payload.
    case payload(XDRError)

    /// The description, to follow the field's name.
    package var message: String {
        switch self {
        case .missing: "is missing"
        case .unknown: "is unknown"
        case .wrongType(let expected): "is not \(expected)"
        case .outOfRange: "is out of range"
        case .tooLong(let limit): "is longer than \(limit) bytes"
        case .tooMany(let limit): "has more than \(limit) elements"
        case .notHere(let reason): "has no place here: \(reason)"
        case .malformed(let expected): "is not \(expected)"
        case .base64(let error): "is wrong: \(error.message)"
        case .address(let error): "is wrong: \(error.message)"
        case .envelope(let error): "is not a transaction envelope: \(error.message)"
        case .entry(let error): "is not an authorization entry: \(error.message)"
        case .payload(let error): "is not a network id and a transaction: \(error.message)"
        }
    }
}
