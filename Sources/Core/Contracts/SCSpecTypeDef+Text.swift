// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import TextCodec
import XDR

extension SCSpecTypeDef {
    /// The type as in Rust, for example `Vec<Option<i128>>`, at most 200 bytes of printable ASCII; the names of a contract's own types
    /// are `ForeignName`s, of paths only the last part.
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
