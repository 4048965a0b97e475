// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The fields of a JSON document, read with limits; errors name the field.
struct JSONFields {
    private let document: JSON

    /// The fields of an object whose names are all in `known`.
    ///
    /// Unknown fields are refused, so that a misspelt optional field is not lost silently. New fields that readers may
    /// ignore belong in the hints.
    init(_ document: JSON, known: Set<String>) throws(HandoffError) {
        guard case .object(let object) = document else { throw .notRecognised }
        self.document = document
        for key in object.keys where !known.contains(key) { throw .field(key, .unknown) }
    }

    /// Whether the field is present and not null.
    func has(_ key: String) -> Bool { document[key].map { $0 != .null } ?? false }

    func optionalString(_ key: String, limit: Int) throws(HandoffError) -> String? {
        has(key) ? try string(key, limit: limit) : nil
    }

    func string(_ key: String, limit: Int) throws(HandoffError) -> String {
        let text = try field { () throws(JSONError) in try document.string(key) }
        guard text.utf8.count <= limit else { throw .field(key, .tooLong(limit: limit)) }
        return text
    }

    func requestID(_ key: String) throws(HandoffError) -> RequestID {
        guard let id = RequestID(try string(key, limit: 64)) else { throw .field(key, .malformed(expected: "a UUID")) }
        return id
    }

    /// A time as text, RFC 3339 up to the year 9999; nil when the field is absent.
    func time(_ key: String) throws(HandoffError) -> Timestamp? {
        guard let text = try optionalString(key, limit: 64) else { return nil }
        // A UTC offset can move a time of the year 9999 into the next year, which has no text form.
        guard UInt64(text) == nil, let time = Timestamp(text), time.seconds <= Limits.latest else {
            throw .field(key, .malformed(expected: "a time such as 2026-11-21T09:00:00Z"))
        }
        return time
    }

    /// Strict base64, without white space.
    func base64(_ key: String, limit: Int) throws(HandoffError) -> [UInt8] {
        let text = try string(key, limit: limit / 3 * 4 + 4)
        do throws(Base64Error) {
            return try Base64.decode(text)
        } catch {
            throw .field(key, .base64(error))
        }
    }

    func account(_ key: String) throws(HandoffError) -> PublicKey {
        try Self.account(try string(key, limit: Limits.domain), field: key)
    }

    /// Accounts; empty when the field is absent.
    func accounts(_ key: String, limit: Int) throws(HandoffError) -> [PublicKey] {
        guard has(key) else { return [] }
        var accounts: [PublicKey] = []
        for (place, element) in try array(key, limit: limit).enumerated() {
            let name = "\(key)[\(place)]"
            guard let text = element.asString else { throw .field(name, .wrongType(expected: "a string")) }
            accounts.append(try Self.account(text, field: name))
        }
        return accounts
    }

    func array(_ key: String, limit: Int) throws(HandoffError) -> [JSON] {
        let elements = try field { () throws(JSONError) in try document.array(key) }
        guard elements.count <= limit else { throw .field(key, .tooMany(limit: limit)) }
        return elements
    }

    /// A ledger's number, 32 bits.
    func ledger(_ key: String) throws(HandoffError) -> UInt32 {
        try field { () throws(JSONError) in try document.integer(key, as: UInt32.self) }
    }

    /// The fields of a nested object.
    func fields(_ key: String, known: Set<String>) throws(HandoffError) -> JSONFields {
        let inner = try field { () throws(JSONError) in try document.object(key) }
        do throws(HandoffError) {
            return try JSONFields(inner, known: known)
        } catch {
            throw error.inside(key)
        }
    }

    /// An object with any members; empty when the field is absent.
    func object(_ key: String, limit: Int) throws(HandoffError) -> JSONObject {
        guard has(key) else { return JSONObject() }
        let value = try field { () throws(JSONError) in try document.object(key) }
        guard value.text().utf8.count <= limit else { throw .field(key, .tooLong(limit: limit)) }
        return value.asObject ?? JSONObject()
    }

    /// Checks the version of a document of known format, before its other fields are read.
    static func checkVersion(of document: JSON) throws(HandoffError) {
        guard let version = document["version"] else { throw .field("version", .missing) }
        guard case .number(let literal) = version else {
            throw .field("version", .wrongType(expected: "a whole number"))
        }
        guard literal == "1" else { throw .unsupportedVersion(literal) }
    }

    private func field<T>(_ body: () throws(JSONError) -> T) throws(HandoffError) -> T {
        do throws(JSONError) {
            return try body()
        } catch {
            throw HandoffError(error)
        }
    }

    private static func account(_ text: String, field: String) throws(HandoffError) -> PublicKey {
        do throws(StrKeyError) {
            return try PublicKey(address: text)
        } catch {
            throw .field(field, .address(error))
        }
    }
}
