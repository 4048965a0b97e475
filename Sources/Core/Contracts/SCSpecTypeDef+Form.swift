// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

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
