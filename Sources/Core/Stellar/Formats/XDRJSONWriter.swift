// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Writes an XDR value as SEP-51 JSON, directly into the text.
struct XDRJSONWriter: XDRVisitor {
    private enum Scope {
        case structure
        case array
        /// An arm without a value so far, by its name: if no value follows, the name alone is the value.
        case arm(String)
        /// An arm whose value was written.
        case union
    }

    private var writer: JSONWriter
    private var scopes: [Scope] = []
    private var names = XDRJSONNames()
    /// Whether the next value is written in parts: its type has an address form, but the value does not.
    private var opensNext = false

    init(pretty: Bool) { writer = JSONWriter(pretty: pretty) }

    /// The JSON, once the walk is complete.
    var text: String { String(decoding: writer.text, as: UTF8.self) }

    mutating func wants(_ type: any XDRCodable.Type) -> Bool {
        if opensNext {
            opensNext = false
            return false
        }
        return AddressForm.covers(type) || WideParts.covers(type)
    }

    mutating func take(_ value: any XDRCodable) {
        if let text = AddressForm.text(of: value) ?? WideParts.text(of: value) { return writer.string(text) }
        opensNext = true
        value.walk(&self)
    }

    mutating func begin(structure name: StaticString) {
        writer.open("{")
        scopes.append(.structure)
    }

    mutating func field(_ name: StaticString) {
        guard case .arm(let arm)? = scopes.last else { return writer.key(names.field(name)) }
        writer.open("{")
        writer.key(arm)
        scopes[scopes.count - 1] = .union
    }

    mutating func begin(array count: Int) {
        writer.open("[")
        scopes.append(.array)
    }

    mutating func element(_ index: Int) { writer.next() }

    mutating func begin(union: XDRLayout.Union, value: Int32) {
        scopes.append(.arm(names.arm(value, of: union) ?? ""))
    }

    mutating func end() {
        switch scopes.removeLast() {
        case .structure, .union: writer.close("}")
        case .array: writer.close("]")
        case .arm(let name): writer.string(name)
        }
    }

    mutating func absent() { writer.raw("null") }
    mutating func present() {}

    mutating func integer(_ value: Int64, bits: Int, alias: StaticString?) { number(String(value), bits) }
    mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) { number(String(value), bits) }

    private mutating func number(_ digits: String, _ bits: Int) {
        if bits == 32 { writer.raw(digits) } else { writer.string(digits) }
    }

    mutating func boolean(_ value: Bool) { writer.raw(value ? "true" : "false") }

    mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {
        writer.string(enumeration.name(of: value).map { names.member($0, of: enumeration) } ?? "")
    }

    mutating func opaque(_ bytes: [UInt8], alias: StaticString?) {
        writer.string(alias.flatMap { names.leaf($0) }?.text(of: bytes) ?? Hex.encode(bytes))
    }

    mutating func string(_ bytes: [UInt8], alias: StaticString?) { writer.string(EscapedText.text(of: bytes)) }
}
