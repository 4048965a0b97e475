// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The members of one object in a seed file; every error names the member.
struct SeedFields {
    private let value: JSON
    private let place: String

    /// - Parameter place: the object's path in the file; empty for the file itself.
    init(_ value: JSON, at place: String) {
        self.value = value
        self.place = place
    }

    /// The path of a member, for errors.
    func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    /// Rejects a value that is not an object, and unknown members, which may be misspelt.
    func check(_ known: Set<String>) throws(SeedError) {
        let unknown = try names().first { !known.contains($0) }
        if let unknown { throw .bad(field: path(unknown), reason: "is nothing that a seed file has") }
    }

    func names() throws(SeedError) -> [String] {
        guard let object = value.asObject else {
            throw .bad(field: place.isEmpty ? "the seed file" : place, reason: "is not an object")
        }
        return object.keys
    }

    private func member(_ key: String) -> JSON? {
        guard let member = value[key], member != .null else { return nil }
        return member
    }

    /// The text of a string, or a number as written; nil if the member is missing.
    func optionalText(_ key: String) throws(SeedError) -> String? {
        switch member(key) {
        case nil: return nil
        case .string(let text)?, .number(let text)?: return text
        default: throw .bad(field: path(key), reason: "is not a string")
        }
    }

    func text(_ key: String) throws(SeedError) -> String {
        guard let text = try optionalText(key) else { throw .bad(field: path(key), reason: "is missing") }
        return text
    }

    func number<N: FixedWidthInteger>(_ key: String, as type: N.Type = N.self) throws(SeedError) -> N? {
        guard let text = try optionalText(key) else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = N(text)
        else {
            throw .bad(field: path(key), reason: "is not a whole number up to \(N.max)")
        }
        return number
    }

    /// An amount given in units, as stroops.
    func stroops(_ key: String) throws(SeedError) -> Int64? {
        guard let text = try optionalText(key) else { return nil }
        do throws(AmountError) { return try Amount(text).stroops } catch {
            throw .bad(field: path(key), reason: "is \(error.message)")
        }
    }

    func flag(_ key: String) throws(SeedError) -> Bool? {
        guard let member = member(key) else { return nil }
        guard let flag = member.asBool else { throw .bad(field: path(key), reason: "is neither true nor false") }
        return flag
    }

    func asset(_ key: String) throws(SeedError) -> Asset { try Self.asset(text(key), at: path(key)) }

    static func asset(_ text: String, at path: String) throws(SeedError) -> Asset {
        do throws(AssetError) { return try Asset(text) } catch {
            throw .bad(field: path, reason: "is \(error.message)")
        }
    }

    func object(_ key: String) throws(SeedError) -> JSON? {
        guard let member = member(key) else { return nil }
        guard member.asObject != nil else { throw .bad(field: path(key), reason: "is not an object") }
        return member
    }

    /// The members of a nested object, empty if it is missing.
    func fields(_ key: String) throws(SeedError) -> SeedFields {
        SeedFields(try object(key) ?? .object(JSONObject()), at: path(key))
    }

    /// The objects of an array, empty if it is missing.
    func array(_ key: String) throws(SeedError) -> [SeedFields] {
        guard let member = member(key) else { return [] }
        guard let elements = member.asArray else { throw .bad(field: path(key), reason: "is not an array") }
        return elements.enumerated().map { SeedFields($1, at: "\(path(key))[\($0)]") }
    }

    /// The strings of an array, empty if it is missing.
    func texts(_ key: String) throws(SeedError) -> [String] {
        guard let member = member(key) else { return [] }
        let texts = member.asArray?.map(\.asString)
        guard let texts, !texts.contains(nil) else {
            throw .bad(field: path(key), reason: "is not an array of strings")
        }
        return texts.compactMap { $0 }
    }
}
