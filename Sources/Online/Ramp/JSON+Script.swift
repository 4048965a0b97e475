// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// How JavaScript sees a value that it read as JSON. The rules of meso-js are written in its terms.
extension JSON {
    /// Whether a condition takes the value as true: all but null, false, zero and the empty string.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let literal): Double(literal).map { $0 != 0 } ?? true
        case .string(let text): !text.isEmpty
        case .array, .object: true
        }
    }

    /// A string that is more than white space.
    var asFilledString: String? {
        guard let text = asString, !text.unicodeScalars.allSatisfy(\.isScriptWhiteSpace) else { return nil }
        return text
    }

    /// The case of a closed enum whose name the value is, byte for byte: Swift's comparison would take U+212A (Kelvin sign) for "K".
    func asCase<Value: RawRepresentable>() -> Value? where Value.RawValue == String {
        guard let text = asString, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return Value(rawValue: text)
    }
}

extension Unicode.Scalar {
    /// What `trim` of JavaScript removes.
    ///
    /// - Source: ECMA-262 §22.1.3.32, WhiteSpace and LineTerminator.
    var isScriptWhiteSpace: Bool {
        switch value {
        case 0x09...0x0d, 0x2028, 0x2029, 0xfeff: true
        default: properties.generalCategory == .spaceSeparator
        }
    }
}
