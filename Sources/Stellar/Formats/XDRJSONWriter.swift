// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import TextCodec
import XDR

/// Collects a wire value as SEP-51 JSON.
struct XDRJSONWriter: XDRVisitor {
    private enum Kind {
        case structure
        case array
        /// The arm's name.
        case union(String)
    }

    private struct Scope {
        let kind: Kind
        /// Where its parts begin in `parts`.
        let start: Int
        /// The field that the next value belongs to.
        var field = ""
    }

    private var scopes: [Scope] = []
    /// The parts of all open scopes, one behind the other.
    private var parts: [(String, JSON)] = []
    private var names = XDRJSONNames()
    /// The next value is of a type that has an address, but itself has none: its parts are shown.
    private var opensNext = false

    /// The value, when the walk is over.
    var result: JSON { parts.first?.1 ?? .null }

    private mutating func put(_ value: JSON) { parts.append((scopes.last?.field ?? "", value)) }
    private mutating func open(_ kind: Kind) { scopes.append(Scope(kind: kind, start: parts.count)) }

    mutating func wants(_ type: any XDRCodable.Type) -> Bool {
        if opensNext {
            opensNext = false
            return false
        }
        return AddressForm.covers(type) || WideParts.covers(type)
    }

    mutating func take(_ value: any XDRCodable) {
        if let text = AddressForm.text(of: value) ?? WideParts.text(of: value) { return put(.string(text)) }
        opensNext = true
        value.walk(&self)
    }

    mutating func begin(structure name: StaticString) { open(.structure) }
    mutating func field(_ name: StaticString) { scopes[scopes.count - 1].field = names.field(name) }
    mutating func begin(array count: Int) { open(.array) }
    mutating func element(_ index: Int) {}

    mutating func begin(union: XDRLayout.Union, value: Int32) {
        open(.union(names.arm(value, of: union) ?? ""))
    }

    mutating func end() {
        let scope = scopes.removeLast()
        let own = parts[scope.start...]
        let value: JSON =
            switch scope.kind {
            case .structure: .object(JSONObject(Array(own)))
            case .array: .array(own.map(\.1))
            case .union(let name): own.first.map { .object(JSONObject([(name, $0.1)])) } ?? .string(name)
            }
        parts.removeSubrange(scope.start...)
        put(value)
    }

    mutating func absent() { put(.null) }
    mutating func present() {}

    mutating func integer(_ value: Int64, bits: Int, alias: StaticString?) {
        put(bits == 32 ? .integer(value) : .string(String(value)))
    }

    mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) {
        put(bits == 32 ? .integer(value) : .string(String(value)))
    }

    mutating func boolean(_ value: Bool) { put(.bool(value)) }

    mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {
        put(.string(enumeration.name(of: value).map { names.member($0, of: enumeration) } ?? ""))
    }

    mutating func opaque(_ bytes: [UInt8], alias: StaticString?) {
        put(.string(alias.flatMap { LeafForm("\($0)") }?.text(of: bytes) ?? Hex.encode(bytes)))
    }

    mutating func string(_ bytes: [UInt8], alias: StaticString?) { put(.string(EscapedText.text(of: bytes))) }
}
