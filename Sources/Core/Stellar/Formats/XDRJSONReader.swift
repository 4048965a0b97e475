// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Reads SEP-51 JSON in the order of the layout.
struct XDRJSONReader: XDRSource {
    private var values: [JSON]
    /// The path to the current value: member names, and element indices in brackets.
    private var path: [String] = []
    private var names = XDRJSONNames()

    init(_ json: JSON) { values = [json] }

    private var here: JSON { values[values.count - 1] }

    private func fault(_ fault: ValueFormatError) -> FormatError {
        let joined = path.reduce(into: "") { text, part in
            text += text.isEmpty || part.hasPrefix("[") ? part : "." + part
        }
        return .member(joined, fault)
    }

    func tooDeep() -> FormatError { fault(.tooDeep) }

    private mutating func go(to value: JSON, _ name: String) {
        values.append(value)
        path.append(name)
    }

    mutating func leave() {
        values.removeLast()
        path.removeLast()
    }

    // MARK: parts

    /// An address or a wide number from text; nil for an object, since older tools write some of them in parts.
    mutating func whole(_ type: any XDRCodable.Type) throws(FormatError) -> (any XDRCodable)? {
        if type == AssetCode.self { return try assetCode() }
        let (isAddress, isWide) = (AddressForm.covers(type), WideParts.covers(type))
        guard isAddress || isWide else { return nil }
        if case .object = here { return nil }
        guard let text = isWide ? digits : here.asString else {
            throw fault(.expected(isWide ? "a whole number" : "an address"))
        }
        do throws(ValueFormatError) {
            if isWide { return try WideParts.value(type, text) }
            do throws(StrKeyError) { return try AddressForm.value(type, text) } catch { throw .address(error) }
        } catch {
            throw fault(error)
        }
    }

    /// The code as text, as SEP-51 says, or as a union, as the Python SDK writes it.
    private func assetCode() throws(FormatError) -> AssetCode? {
        guard case .string(let text) = here else { return nil }
        do throws(ValueFormatError) {
            return try AssetCodeBytes.code(shown: EscapedText.bytes(of: text, rawZeros: true))
        } catch {
            throw fault(error)
        }
    }

    mutating func begin(structure name: StaticString, fields: [XDRLayout.Field]) throws(FormatError) {
        guard case .object(let object) = here else { throw fault(.expected("an object")) }
        var wanted: Set<String> = ["$schema"]
        for field in fields { wanted.insert(names.field(field.name)) }
        if wanted.contains("from_"), object["from_"] == nil { wanted.insert("from") }
        guard let stranger = object.keys.first(where: { !wanted.contains($0) }) else { return }
        path.append(stranger)
        throw fault(.unknown)
    }

    mutating func enter(field: StaticString) throws(FormatError) {
        let name = names.field(field)
        // SEP-51 has `from`; other SDKs write `from_`.
        guard let value = here[name] ?? (name == "from_" ? here["from"] : nil) else {
            path.append(name)
            throw fault(.missing)
        }
        go(to: value, name)
    }

    mutating func arm(of union: XDRLayout.Union) throws(FormatError) -> Int32 {
        let (name, isVoid) = try armName()
        guard let arm = union.arms.first(where: { names.arm($0.value, of: union) == name }) else {
            throw fault(.expected("one of the arms of \(union.name)"))
        }
        guard (arm.field == nil) == isVoid else {
            throw fault(
                .expected(isVoid ? "an object: this arm of \(union.name) has a value" : "an arm without a value"))
        }
        return arm.value
    }

    private func armName() throws(FormatError) -> (name: String, isVoid: Bool) {
        switch here {
        case .string(let name): return (name, true)
        case .object(let object):
            let keys = object.keys.filter { $0 != "$schema" }
            guard keys.count == 1 else { throw fault(.expected("an object with one member")) }
            return (keys[0], false)
        default: throw fault(.expected("a text or an object with one member"))
        }
    }

    mutating func enter(arm value: Int32, field: StaticString, of union: XDRLayout.Union) throws(FormatError) {
        guard let name = names.arm(value, of: union), let inside = here[name] else { throw fault(.missing) }
        go(to: inside, name)
    }

    mutating func count(limit: Int?) throws(FormatError) -> Int {
        guard case .array(let elements) = here else { throw fault(.expected("an array")) }
        if let limit, elements.count > limit { throw fault(.tooLong(limit: limit)) }
        return elements.count
    }

    mutating func enter(element: Int) throws(FormatError) {
        guard case .array(let elements) = here else { throw fault(.expected("an array")) }
        go(to: elements[element], "[\(element)]")
    }

    mutating func isPresent() throws(FormatError) -> Bool { here != .null }

    // MARK: leaves

    /// A number, or a text of digits.
    private var digits: String? {
        switch here {
        case .number(let literal): literal
        case .string(let text): text
        default: nil
        }
    }

    /// A whole number: 64 bits as text (or as a number, which version 1.0 of the SEP had), 32 bits as a number.
    private func whole<Number: FixedWidthInteger>(bits: Int, as type: Number.Type) throws(FormatError) -> Number {
        guard let literal = digits, bits == 64 || here.asString == nil, JSON.isWholeNumber(literal) else {
            throw fault(.expected("a whole number"))
        }
        guard let number = Number(literal) else { throw fault(.outOfRange) }
        return number
    }

    mutating func integer(bits: Int, alias: StaticString?) throws(FormatError) -> Int64 {
        bits == 32 ? Int64(try whole(bits: bits, as: Int32.self)) : try whole(bits: bits, as: Int64.self)
    }

    mutating func unsigned(bits: Int, alias: StaticString?) throws(FormatError) -> UInt64 {
        bits == 32 ? UInt64(try whole(bits: bits, as: UInt32.self)) : try whole(bits: bits, as: UInt64.self)
    }

    mutating func boolean() throws(FormatError) -> Bool {
        guard let value = here.asBool else { throw fault(.expected("true or false")) }
        return value
    }

    mutating func member(of enumeration: XDRLayout.Enumeration) throws(FormatError) -> Int32 {
        guard let name = here.asString else { throw fault(.expected("a text")) }
        guard let member = enumeration.members.first(where: { names.member($0.name, of: enumeration) == name }) else {
            throw fault(.expected("a member of \(enumeration.name)"))
        }
        return member.value
    }

    mutating func opaque(size: Int, alias: StaticString?) throws(FormatError) -> [UInt8] {
        let bytes = try opaque(alias)
        guard bytes.count == size else { throw fault(.wrongLength(wanted: size)) }
        return bytes
    }

    mutating func opaque(limit: Int?, alias: StaticString?) throws(FormatError) -> [UInt8] {
        try limited(try opaque(alias), limit)
    }

    mutating func string(limit: Int?, alias: StaticString?) throws(FormatError) -> [UInt8] {
        guard let text = here.asString else { throw fault(.expected("a text")) }
        let bytes: [UInt8]
        do throws(ValueFormatError) { bytes = try EscapedText.bytes(of: text) } catch { throw fault(error) }
        return try limited(bytes, limit)
    }

    private mutating func opaque(_ alias: StaticString?) throws(FormatError) -> [UInt8] {
        guard let text = here.asString else { throw fault(.expected("a text")) }
        if let form = alias.flatMap({ names.leaf($0) }) {
            do throws(ValueFormatError) { return try form.bytes(of: text) } catch { throw fault(error) }
        }
        do throws(HexError) { return try Hex.decode(text) } catch { throw fault(.expected("hexadecimal digits")) }
    }

    private func limited(_ bytes: [UInt8], _ limit: Int?) throws(FormatError) -> [UInt8] {
        if let limit, bytes.count > limit { throw fault(.tooLong(limit: limit)) }
        return bytes
    }
}
