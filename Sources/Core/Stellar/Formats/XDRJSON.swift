// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// SEP-51 XDR-JSON: any XDR value as readable JSON, and back to the same bytes.
///
/// Written exactly as the Python SDK does (`docs/FORMATS.md` lists where both deviate from the SEP), and read in
/// either form. Unknown members, wrong JSON types and numbers out of range are errors.
///
/// - Source: SEP-51.
package enum XDRJSON {
    /// The nesting of arrays and objects that the reader accepts: two for each level of the deepest value.
    package static let maximumDepth = 2 * XDRReader.depthLimit + 64

    /// A value as JSON in ASCII.
    ///
    /// - Parameters:
    ///   - layout: the type's layout under the name of a `typedef`, if the value has one.
    ///   - pretty: one member or element per line, indented by two blanks.
    package static func text<Value: XDRCodable>(
        of value: Value, as layout: XDRLayout = .reference(Value.self), pretty: Bool = false
    ) -> String {
        var writer = XDRJSONWriter(pretty: pretty)
        value.walk(&writer, as: layout)
        return writer.text
    }

    /// The value that a JSON document represents.
    package static func value<Value: XDRCodable>(
        _ json: JSON, as layout: XDRLayout = .reference(Value.self)
    ) throws(FormatError) -> Value {
        var reader = XDRJSONReader(json)
        let bytes = try layout.bytes(from: &reader)
        do throws(XDRError) { return try Value(xdr: bytes) } catch { throw .value(error) }
    }

    /// The JSON of a value of a schema type, given by its bytes.
    package static func text(_ bytes: [UInt8], _ type: WireType, pretty: Bool = false) throws(XDRError) -> String {
        text(of: try type.type.init(xdr: bytes), as: type.layout, pretty: pretty)
    }

    /// The bytes of a value of a schema type, given as JSON.
    package static func bytes(_ json: JSON, _ type: WireType) throws(FormatError) -> [UInt8] {
        func read<Value: XDRCodable>(_: Value.Type) throws(FormatError) -> [UInt8] {
            let value: Value = try value(json, as: type.layout)
            return value.xdr
        }
        return try read(type.type)
    }
}

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

/// SEP-51 names, derived from those of the schema and cached.
struct XDRJSONNames {
    /// Keyed by the address of the schema's name, which never moves. A payment has about thirty.
    private var fields: [UnsafePointer<UInt8>: String] = Dictionary(minimumCapacity: 40)
    private var members: [UnsafePointer<UInt8>: String] = [:]
    private var leaves: [UnsafePointer<UInt8>: LeafForm?] = [:]

    /// A structure's field in snake case; `from` becomes `from_`, as in the Python SDK.
    mutating func field(_ name: StaticString) -> String {
        if let known = fields[name.utf8Start] { return known }
        let plain = Self.snakeCase(name)
        let made = plain == "from" ? "from_" : plain
        fields[name.utf8Start] = made
        return made
    }

    /// An enum member in lower case, without the prefix that all members share.
    mutating func member(_ name: StaticString, of enumeration: XDRLayout.Enumeration) -> String {
        if let known = members[name.utf8Start] { return known }
        let made = "\(name)".dropFirst(enumeration.prefix.utf8CodeUnitCount).lowercased()
        members[name.utf8Start] = made
        return made
    }

    /// The form of the bytes of a `typedef`; nil for hex.
    mutating func leaf(_ alias: StaticString) -> LeafForm? {
        if let known = leaves[alias.utf8Start] { return known }
        let made = LeafForm("\(alias)")
        leaves[alias.utf8Start] = .some(made)
        return made
    }

    /// An arm of a union; for an integer discriminant, the discriminant's name followed by the number.
    mutating func arm(_ value: Int32, of union: XDRLayout.Union) -> String? {
        guard let members = union.members else { return "\(union.discriminant)\(value)" }
        return members.name(of: value).map { member($0, of: members) }
    }

    /// `liquidityPoolID` → `liquidity_pool_id`. The schema's names are ASCII.
    private static func snakeCase(_ name: StaticString) -> String {
        name.withUTF8Buffer { letters in
            var out: [UInt8] = []
            out.reserveCapacity(letters.count + 8)
            for (place, letter) in letters.enumerated() {
                if isUpper(letter), place > 0 {
                    let before = letters[place - 1]
                    let follows = place + 1 < letters.count && isLower(letters[place + 1])
                    if !isUpper(before) && before != underscore || follows { out.append(underscore) }
                }
                out.append(isUpper(letter) ? letter | 0x20 : letter)
            }
            return String(decoding: out, as: UTF8.self)
        }
    }

    private static let underscore = UInt8(ascii: "_")
    private static func isUpper(_ letter: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }
    private static func isLower(_ letter: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) }
}
