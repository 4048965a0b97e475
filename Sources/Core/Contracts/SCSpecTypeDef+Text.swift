// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import TextCodec
import XDR

extension SCSpecTypeDef {
    /// The type as in Rust, for example `Vec<Option<i128>>`; the names of a contract's own types are escaped, of
    /// paths only the last part.
    package var text: String {
        switch self {
        case .option(let type): "Option<\(type.valueType.text)>"
        case .result(let type): "Result<\(type.okType.text), \(type.errorType.text)>"
        case .vec(let type): "Vec<\(type.elementType.text)>"
        case .map(let type): "Map<\(type.keyType.text), \(type.valueType.text)>"
        case .tuple(let type): Self.tuple(type.valueTypes.map(\.text))
        case .bytesN(let type): "BytesN<\(type.n)>"
        case .udt(let type): Self.own(type.shortName)
        default: plainText
        }
    }

    private static func tuple(_ parts: [String]) -> String {
        parts.count == 1 ? "(\(parts[0]),)" : "(\(parts.joined(separator: ", ")))"
    }

    /// A contract's own type must not pass for a type of the language.
    private static func own(_ name: [UInt8]) -> String {
        let text = TerminalText.escape(name)
        return reserved.contains(text) ? "\(text) (the contract's own type)" : text
    }

    private static let reserved: Set<String> = [
        "Val", "bool", "u32", "i32", "u64", "i64", "Timepoint", "Duration", "u128", "i128", "U256", "I256", "Bytes",
        "String", "Symbol", "Address", "MuxedAddress",
    ]

    /// A type without parts.
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
        case .option, .result, .vec, .map, .tuple, .bytesN, .udt: text
        }
    }
}
