// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// The parameters of a method, by name. A null is as good as none; names that the method does not know are ignored.
struct RPCParameters {
    private let object: JSONObject
    private let path: String

    /// - Throws: for parameters by position.
    init(_ json: JSON?) throws(RPCError) {
        guard json?.asArray == nil else { throw .invalidParameters("invalid parameters: they must be given by name") }
        object = json?.asObject ?? JSONObject()
        path = ""
        guard try text("xdrFormat").map({ $0.isEmpty || $0 == "base64" }) ?? true else {
            throw .invalidParameters("xdrFormat: the practice network responds in base64 only")
        }
    }

    private init(_ object: JSONObject, _ path: String) {
        self.object = object
        self.path = path
    }

    private func wrong(_ name: String, _ what: String) -> RPCError {
        .invalidParameters("invalid parameters: \(path)\(name) must be \(what)")
    }

    private func value(_ name: String) -> JSON? { object[name].flatMap { $0 == .null ? nil : $0 } }

    // MARK: Values

    func text(_ name: String) throws(RPCError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.asString else { throw wrong(name, "a string") }
        return text
    }

    func flag(_ name: String) throws(RPCError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.asBool else { throw wrong(name, "a boolean") }
        return flag
    }

    func number<I: FixedWidthInteger>(_ name: String, as type: I.Type = I.self) throws(RPCError) -> I? {
        guard let value = value(name) else { return nil }
        guard let number = value.asInteger(type) else { throw wrong(name, "a whole number") }
        return number
    }

    /// The parameters inside of one.
    func parameters(_ name: String) throws(RPCError) -> RPCParameters? {
        guard let value = value(name) else { return nil }
        guard let object = value.asObject else { throw wrong(name, "an object") }
        return RPCParameters(object, "\(path)\(name).")
    }

    func list(_ name: String) throws(RPCError) -> [JSON]? {
        guard let value = value(name) else { return nil }
        guard let list = value.asArray else { throw wrong(name, "an array") }
        return list
    }

    func texts(_ name: String) throws(RPCError) -> [String]? {
        guard let list = try list(name) else { return nil }
        let texts = list.compactMap(\.asString)
        guard texts.count == list.count else { throw wrong(name, "an array of strings") }
        return texts
    }

    func objects(_ name: String) throws(RPCError) -> [RPCParameters]? {
        guard let list = try list(name) else { return nil }
        let objects = list.compactMap(\.asObject)
        guard objects.count == list.count else { throw wrong(name, "an array of objects") }
        return objects.enumerated().map { RPCParameters($1, "\(path)\(name)[\($0)].") }
    }

    /// A required string.
    func required(_ name: String) throws(RPCError) -> String {
        guard let text = try text(name) else { throw wrong(name, "a string") }
        return text
    }
}

extension JSON {
    /// A value in base64.
    static func xdr(_ value: some XDRCodable) -> JSON { .string(Base64.encode(value.xdr)) }

    /// Values in base64.
    static func xdr(each values: [some XDRCodable]) -> JSON { .array(values.map { .xdr($0) }) }

    /// A whole number as a string.
    static func digits(_ value: some FixedWidthInteger) -> JSON { .string(String(value)) }
}

extension XDRCodable {
    /// The value of a text in base64; nil if it is none.
    init?(base64 text: String) {
        guard let bytes = try? Base64.decode(text), let value = try? Self(xdr: bytes) else { return nil }
        self = value
    }
}
