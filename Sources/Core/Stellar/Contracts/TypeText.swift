// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

extension SCSpecTypeDef {
    /// The type as in Rust, for example `Vec<Option<i128>>`, at most 200 bytes of printable ASCII; the names of a
    /// contract's own types are `ForeignName`s, of paths only the last part.
    package var text: String {
        var text = BoundedText(limit: ContractLimits.typeText)
        write(&text)
        return text.text
    }

    private func write(_ text: inout BoundedText) {
        if text.isCut { return }
        switch self {
        case .option(let type): Self.write("Option", [type.valueType], &text)
        case .result(let type): Self.write("Result", [type.okType, type.errorType], &text)
        case .vec(let type): Self.write("Vec", [type.elementType], &text)
        case .map(let type): Self.write("Map", [type.keyType, type.valueType], &text)
        case .tuple(let type):
            text.append("(")
            text.append(type.valueTypes) { $0.write(&$1) }
            text.append(type.valueTypes.count == 1 ? ",)" : ")")
        case .bytesN(let type): text.append("BytesN<\(type.n)>")
        case .udt(let type): text.append(Self.own(type.shortName))
        default: text.append(plainText)
        }
    }

    private static func write(_ name: String, _ parts: [SCSpecTypeDef], _ text: inout BoundedText) {
        text.append("\(name)<")
        text.append(parts) { $0.write(&$1) }
        text.append(">")
    }

    /// A contract's own type must not pass for a type of the language.
    private static func own(_ name: [UInt8]) -> String {
        let text = ForeignName(name).text
        return reserved.contains(text) ? "\(text) (the contract's own type)" : text
    }

    private static let reserved: Set<String> = [
        "Val", "bool", "Error", "u32", "i32", "u64", "i64", "Timepoint", "Duration", "u128", "i128", "U256", "I256",
        "Bytes", "String", "Symbol", "Address", "MuxedAddress", "Option", "Result", "Vec", "Map", "BytesN",
    ]

    /// A type without parts; empty for the others.
    private var plainText: String {
        switch self {
        case .val: "Val"
        case .bool: "bool"
        case .void: "()"
        case .error: "Error"
        case .u32: "u32"
        case .i32: "i32"
        case .u64: "u64"
        case .i64: "i64"
        case .timepoint: "Timepoint"
        case .duration: "Duration"
        case .u128: "u128"
        case .i128: "i128"
        case .u256: "U256"
        case .i256: "I256"
        case .bytes: "Bytes"
        case .string: "String"
        case .symbol: "Symbol"
        case .address: "Address"
        case .muxedAddress: "MuxedAddress"
        case .option, .result, .vec, .map, .tuple, .bytesN, .udt: ""
        }
    }
}

extension SCSpecTypeDef {
    /// How a value is written, for the end of `expected …`.
    var form: String {
        switch self {
        case .val: "a value as in SEP-51, for example {\"u32\": 5}"
        case .bool: "true or false"
        case .void: "null"
        case .u32, .i32, .u64, .i64, .u128, .i128: "a whole number (\(text))"
        case .u256, .i256: "a whole number (\(text)), in decimal or with 0x, 0o or 0b"
        case .timepoint: "a whole number of seconds since 1970 (Timepoint)"
        case .duration: "a whole number of seconds (Duration)"
        case .bytes: "hexadecimal digits or a list of numbers from 0 to 255"
        case .bytesN(let type): "\(type.n) bytes as hexadecimal digits or as a list of numbers from 0 to 255"
        case .string: "a text"
        case .symbol: "a symbol"
        case .address: "an account (G...) or a contract (C...)"
        case .muxedAddress: "an account (G... or M...) or a contract (C... or W...)"
        case .option(let type): "null or \(type.valueType.form), in the form of JSON"
        case .vec(let type): "a JSON list of \(type.elementType.text)"
        case .map(let type): "a JSON object with keys \(type.keyType.text) and values \(type.valueType.text)"
        case .tuple: "a JSON list \(text)"
        case .udt: "JSON of the type \(text)"
        case .error, .result: "no value: the type \(text) has no text form"
        }
    }
}

extension SCSpecFunctionV0 {
    /// The function on one line of printable ASCII, for example `transfer(from: Address, to: MuxedAddress, amount:
    /// i128)`.
    package var text: String {
        let output = outputs.first.map { " -> \($0.text)" } ?? ""
        return "\(ForeignName(name.bytes).text)(\(inputs.map(\.text).joined(separator: ", ")))\(output)"
    }
}

extension SCSpecFunctionInputV0 {
    /// `amount: i128`.
    package var text: String { "\(ForeignName(name.bytes).text): \(type.text)" }
}
