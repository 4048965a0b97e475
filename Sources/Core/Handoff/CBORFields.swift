// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The fields of a CBOR map with integer keys, read with limits; errors name a field as JSON does.
struct CBORFields {
    private let members: [CBOR: CBOR]

    /// The fields of a map whose keys are all in `known`.
    ///
    /// - Parameters:
    ///   - known: nil to ignore other keys, as in formats that Coldstar does not define.
    ///   - field: the name of the map in errors; nil for the whole document.
    init(_ item: CBOR, known: Set<UInt64>?, field: String? = nil) throws(HandoffError) {
        guard let members = item.asMap else {
            throw field.map { .field($0, .wrongType(expected: "a map")) } ?? .notRecognised
        }
        self.members = members
        guard let known else { return }
        for key in members.keys {
            guard let number = key.asUnsigned, known.contains(number) else {
                let name = key.asUnsigned.map { "key \($0)" } ?? "key that is not a number"
                throw .field(field.map { $0 + "." + name } ?? name, .unknown)
            }
        }
    }

    subscript(_ key: UInt64) -> CBOR? { members[.unsigned(key)] }

    func item(_ key: UInt64, _ name: String) throws(HandoffError) -> CBOR {
        guard let item = self[key] else { throw .field(name, .missing) }
        return item
    }

    func text(_ key: UInt64, _ name: String, limit: Int) throws(HandoffError) -> String {
        guard let text = try item(key, name).asText else { throw .field(name, .wrongType(expected: "a text")) }
        guard text.utf8.count <= limit else { throw .field(name, .tooLong(limit: limit)) }
        return text
    }

    func optionalText(_ key: UInt64, _ name: String, limit: Int) throws(HandoffError) -> String? {
        self[key] == nil ? nil : try text(key, name, limit: limit)
    }

    /// A time in seconds, up to the year 9999; nil when the field is absent.
    func time(_ key: UInt64, _ name: String) throws(HandoffError) -> Timestamp? {
        guard let item = self[key] else { return nil }
        guard let seconds = item.asUnsigned else { throw .field(name, .wrongType(expected: "a number")) }
        guard seconds <= Limits.latest else { throw .field(name, .outOfRange) }
        return Timestamp(seconds)
    }

    /// A ledger's number, 32 bits.
    func ledger(_ key: UInt64, _ name: String) throws(HandoffError) -> UInt32 {
        guard let number = try item(key, name).asUnsigned else { throw .field(name, .wrongType(expected: "a number")) }
        guard let ledger = UInt32(exactly: number) else { throw .field(name, .outOfRange) }
        return ledger
    }

    /// An array; empty when the field is absent.
    func array(_ key: UInt64, _ name: String, limit: Int) throws(HandoffError) -> [CBOR] {
        guard let item = self[key] else { return [] }
        guard let elements = item.asArray else { throw .field(name, .wrongType(expected: "an array")) }
        guard elements.count <= limit else { throw .field(name, .tooMany(limit: limit)) }
        return elements
    }

    /// Hints, a JSON object as text; empty when the field is absent.
    func hints(_ key: UInt64) throws(HandoffError) -> JSONObject {
        guard let text = try optionalText(key, "hints", limit: Limits.hints) else { return JSONObject() }
        let hints: JSONObject
        do throws(JSONError) {
            guard let object = try JSON(parsing: Array(text.utf8)).asObject else {
                throw .wrongType(field: "hints", expected: "an object")
            }
            hints = object
        } catch {
            throw HandoffError(error)
        }
        // The JSON form, which is all ASCII, may be longer than the text received.
        guard JSON.object(hints).text().utf8.count <= Limits.hints else {
            throw .field("hints", .tooLong(limit: Limits.hints))
        }
        return hints
    }

    func bytes(_ key: UInt64, _ name: String, limit: Int) throws(HandoffError) -> [UInt8] {
        guard let bytes = try item(key, name).asBytes else { throw .field(name, .wrongType(expected: "bytes")) }
        guard bytes.count <= limit else { throw .field(name, .tooLong(limit: limit)) }
        return bytes
    }

    func requestID(_ key: UInt64) throws(HandoffError) -> RequestID {
        guard let id = RequestID(bytes: try bytes(key, "id", limit: 16)) else {
            throw .field("id", .malformed(expected: "16 bytes"))
        }
        return id
    }

    /// A tagged UUID.
    func taggedRequestID(_ key: UInt64, _ name: String) throws(HandoffError) -> RequestID {
        guard let bytes = try Self.untagged(try item(key, name), Keystone.Tag.uuid, name).asBytes,
            let id = RequestID(bytes: bytes)
        else { throw .field(name, .malformed(expected: "16 bytes")) }
        return id
    }

    /// The item inside a tag.
    static func untagged(_ item: CBOR, _ tag: UInt64, _ name: String) throws(HandoffError) -> CBOR {
        guard case .tagged(tag, let inner) = item else {
            throw .field(name, .wrongType(expected: "an item with the tag \(tag)"))
        }
        return inner
    }

    func account(_ key: UInt64, _ name: String) throws(HandoffError) -> PublicKey {
        try Self.account(try item(key, name), name)
    }

    /// Accounts as raw keys; empty when the field is absent.
    func accounts(_ key: UInt64, _ name: String, limit: Int) throws(HandoffError) -> [PublicKey] {
        var accounts: [PublicKey] = []
        for (place, element) in try array(key, name, limit: limit).enumerated() {
            accounts.append(try Self.account(element, "\(name)[\(place)]"))
        }
        return accounts
    }

    private static func account(_ item: CBOR, _ name: String) throws(HandoffError) -> PublicKey {
        guard let bytes = item.asBytes, let key = Uint256(bytes) else {
            throw .field(name, .malformed(expected: "32 bytes"))
        }
        return .ed25519(key)
    }
}

/// An error in one field of a request or response.
package enum FieldError: Error, Hashable {
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
