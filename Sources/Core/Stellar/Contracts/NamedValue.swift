// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// A value of a call with the names that a contract's spec gives to its parts. Names are the author's bytes: whoever
/// shows them escapes them.
package indirect enum NamedValue: Equatable, Sendable {
    /// A value without parts that have names: number, text, bytes, symbol, address, flag; or a value of any type.
    case plain(SCVal)
    /// An Option that is absent.
    case none
    /// A list, a tuple, or a structure whose fields have numbers.
    case list([NamedValue])
    case map([Entry])
    /// A structure, in the order in which the spec has its fields.
    case structure(type: [UInt8], fields: [Field])
    /// A union's case and its values.
    case unionCase(type: [UInt8], name: [UInt8], values: [NamedValue])
    /// A number of an enum, or of an enum of errors.
    case enumCase(type: [UInt8], name: [UInt8], value: UInt32)

    package struct Entry: Equatable, Sendable {
        package let key: NamedValue
        package let value: NamedValue
    }

    package struct Field: Equatable, Sendable {
        package let name: [UInt8]
        package let value: NamedValue
    }
}

extension NamedValue {
    /// The value on one line of printable ASCII: integers in decimal, bytes as hexadecimal digits, texts in quotation
    /// marks, addresses in full, absent Options as `none`.
    package var text: String { text(limit: .max) }

    /// The text, which ends in `...` if it would be longer than the limit.
    ///
    /// - Parameter limit: in bytes, at least 3.
    package func text(limit: Int) -> String {
        var text = BoundedText(limit: limit)
        write(&text)
        return text.text
    }

    private func write(_ text: inout BoundedText) {
        if text.isCut { return }
        switch self {
        case .plain(let value): Self.write(value, &text)
        case .none: text.append("none")
        case .list(let values): Self.write(values, "[", "]", &text)
        case .map(let entries):
            text.append("{")
            text.append(entries) { entry, text in
                entry.key.write(&text)
                text.append(": ")
                entry.value.write(&text)
            }
            text.append("}")
        case .structure(let type, let fields):
            text.append("\(ForeignName(TypePath.short(type)).text) {")
            text.append(fields) { field, text in
                text.append("\(ForeignName(field.name).text): ")
                field.value.write(&text)
            }
            text.append("}")
        case .unionCase(_, let name, let values):
            text.append(ForeignName(name).text)
            if !values.isEmpty { Self.write(values, "(", ")", &text) }
        case .enumCase(_, let name, let value): text.append("\(ForeignName(name).text) (\(value))")
        }
    }

    private static func write(_ values: [NamedValue], _ open: String, _ close: String, _ text: inout BoundedText) {
        text.append(open)
        text.append(values) { $0.write(&$1) }
        text.append(close)
    }

    private static func write(_ value: SCVal, _ text: inout BoundedText) {
        if text.isCut { return }
        if let integer = value.integerText { return text.append(integer) }
        switch value {
        case .bool(let flag): text.append(flag ? "true" : "false")
        case .void: text.append("void")
        case .bytes(let bytes): text.append(bytes.bytes.isEmpty ? "(no bytes)" : Hex.encode(bytes.bytes))
        case .string(let string): text.append(quoted(string.bytes))
        case .symbol(let symbol): text.append(quoted(symbol.bytes))
        case .address(let address): text.append(address.address)
        case .vec(let values?):
            text.append("[")
            text.append(values) { write($0, &$1) }
            text.append("]")
        case .map(let entries?):
            text.append("{")
            text.append(entries) { entry, text in
                write(entry.key, &text)
                text.append(": ")
                write(entry.val, &text)
            }
            text.append("}")
        default: text.append(XDRJSON.text(of: value))
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        "\""
            + bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            .map { TerminalText.escape($0) }.joined(separator: "\\x22") + "\""
    }
}

extension SCVal {
    /// A number of any width in decimal; nil for values of other kinds.
    package var integerText: String? {
        switch self {
        case .u32(let number): String(number)
        case .i32(let number): String(number)
        case .u64(let number), .timepoint(let number), .duration(let number): String(number)
        case .i64(let number): String(number)
        case .u128(let parts): WideDecimal.text(of: parts.xdr, signed: false)
        case .i128(let parts): WideDecimal.text(of: parts.xdr, signed: true)
        case .u256(let parts): WideDecimal.text(of: parts.xdr, signed: false)
        case .i256(let parts): WideDecimal.text(of: parts.xdr, signed: true)
        default: nil
        }
    }
}

/// A call with the names that a contract's spec gives to it. Nothing proves that the contract has this spec: see the
/// pins of the book.
package enum NamedCall: Equatable, Sendable {
    /// The spec has no such function.
    case unknownFunction
    /// The function has another number of arguments.
    case otherCount(declared: Int, given: Int)
    /// The value of this argument, counted from 0, is not of the declared type: the spec is not that of the called
    /// code. `part` is the innermost value that does not fit.
    case mismatch(argument: Int, declared: SCSpecTypeDef, part: SCVal, wanted: SCSpecTypeDef)
    /// All values fit.
    case named([Argument])

    package struct Argument: Equatable, Sendable {
        package let name: [UInt8]
        package let type: SCSpecTypeDef
        package let value: NamedValue
        /// A type that the spec uses without defining it, so that this argument's value was not checked.
        package let undefinedType: [UInt8]?
    }
}

extension ContractSpec {
    /// The call's arguments by name and type. If anything does not fit, there are no names: the caller shows raw
    /// values.
    package func named(_ call: InvokeContractArgs) -> NamedCall {
        guard let function = function(call.functionName.bytes) else { return .unknownFunction }
        guard function.inputs.count == call.args.count else {
            return .otherCount(declared: function.inputs.count, given: call.args.count)
        }
        var arguments: [NamedCall.Argument] = []
        for (index, (input, value)) in zip(function.inputs, call.args).enumerated() {
            var namer = ValueNamer(spec: self)
            do throws(ValueMismatch) {
                let named = try namer.named(value, input.type)
                arguments.append(
                    .init(
                        name: input.name.bytes, type: input.type, value: named, undefinedType: namer.undefinedType))
            } catch {
                return .mismatch(argument: index, declared: input.type, part: error.value, wanted: error.wanted)
            }
        }
        return .named(arguments)
    }

    /// A value by its type, for example a function's return value; nil if it does not fit.
    package func named(_ value: SCVal, _ type: SCSpecTypeDef) -> NamedValue? {
        var namer = ValueNamer(spec: self)
        return try? namer.named(value, type)
    }
}
