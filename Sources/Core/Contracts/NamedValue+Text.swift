// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import TextCodec
import XDR

extension NamedValue {
    /// The value on one line of printable ASCII: integers in decimal, bytes as hexadecimal digits, texts in quotation marks,
    /// addresses in full, absent Options as `none`.
    package var text: String {
        switch self {
        case .plain(let value): Self.text(value)
        case .none: "none"
        case .list(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .map(let entries):
            "{\(entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", "))}"
        case .structure(let type, let fields):
            "\(TerminalText.escape(TypePath.short(type))) {"
                + fields.map { "\(TerminalText.escape($0.name)): \($0.value.text)" }.joined(separator: ", ") + "}"
        case .unionCase(_, let name, let values):
            TerminalText.escape(name)
                + (values.isEmpty ? "" : "(\(values.map(\.text).joined(separator: ", ")))")
        case .enumCase(_, let name, let value): "\(TerminalText.escape(name)) (\(value))"
        }
    }

    private static func text(_ value: SCVal) -> String {
        if let integer = value.integerText { return integer }
        switch value {
        case .bool(let flag): return flag ? "true" : "false"
        case .void: return "void"
        case .bytes(let bytes): return bytes.bytes.isEmpty ? "(no bytes)" : Hex.encode(bytes.bytes)
        case .string(let text): return quoted(text.bytes)
        case .symbol(let text): return quoted(text.bytes)
        case .address(let address): return address.address
        case .vec(let values?): return "[\(values.map { text($0) }.joined(separator: ", "))]"
        case .map(let entries?):
            return "{\(entries.map { "\(text($0.key)): \(text($0.val))" }.joined(separator: ", "))}"
        default: return XDRJSON.text(of: value)
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
