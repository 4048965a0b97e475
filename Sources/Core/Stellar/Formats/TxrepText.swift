// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// The txrep forms of single values.
///
/// - Source: SEP-11 §Values.
enum TxrepText {
    private static let backslash = UInt8(ascii: "\\")
    private static let quote = UInt8(ascii: "\"")

    // MARK: strings

    /// A literal in double quotes.
    static func literal(_ bytes: [UInt8]) -> String {
        var text = [quote]
        for byte in bytes {
            switch byte {
            case quote, backslash: text += [backslash, byte]
            case 10: text += [backslash, UInt8(ascii: "n")]
            case 0x20...0x7e: text.append(byte)
            default: text += hexEscape(byte)
            }
        }
        return String(decoding: text + [quote], as: UTF8.self)
    }

    /// Parses a literal. Accepts the escapes of C and of JSON, which the Python SDK writes; anything after the
    /// closing quote is a comment.
    static func bytes(literal text: ArraySlice<UInt8>) throws(ValueFormatError) -> [UInt8] {
        var rest = text.dropFirst()
        var bytes: [UInt8] = []
        while let next = rest.popFirst() {
            switch next {
            case quote: return bytes
            case backslash: bytes += try escaped(&rest)
            default: bytes.append(next)
            }
        }
        throw .expected("a text with a quote at its end")
    }

    private static func escaped(_ rest: inout ArraySlice<UInt8>) throws(ValueFormatError) -> [UInt8] {
        switch rest.popFirst() {
        case UInt8(ascii: "\"")?: return [quote]
        case UInt8(ascii: "\\")?: return [backslash]
        case UInt8(ascii: "/")?: return [UInt8(ascii: "/")]
        case UInt8(ascii: "n")?: return [10]
        case UInt8(ascii: "r")?: return [13]
        case UInt8(ascii: "t")?: return [9]
        case UInt8(ascii: "b")?: return [8]
        case UInt8(ascii: "f")?: return [12]
        case UInt8(ascii: "x")?: return [UInt8(try number(&rest, digits: 2))]
        case UInt8(ascii: "u")?: return try unicode(&rest)
        default: throw .badEscape
        }
    }

    /// Decodes `\uXXXX`, together with the low surrogate that follows a high one, to UTF-8.
    private static func unicode(_ rest: inout ArraySlice<UInt8>) throws(ValueFormatError) -> [UInt8] {
        var code = try number(&rest, digits: 4)
        if (0xd800...0xdbff).contains(code) {
            guard rest.popFirst() == backslash, rest.popFirst() == UInt8(ascii: "u") else { throw .badEscape }
            let low = try number(&rest, digits: 4)
            guard (0xdc00...0xdfff).contains(low) else { throw .badEscape }
            code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw .badEscape }
        return Array(String(Character(scalar)).utf8)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) throws(ValueFormatError) -> UInt32 {
        guard let bytes = try? Hex.decode(String(decoding: rest.prefix(digits), as: UTF8.self)),
            bytes.count * 2 == digits
        else { throw .badEscape }
        rest.removeFirst(digits)
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func hexEscape(_ byte: UInt8) -> [UInt8] {
        [backslash, UInt8(ascii: "x")] + Array(Hex.encode([byte]).utf8)
    }

    // MARK: assets

    /// An asset code; the backslash, the colon and anything but visible ASCII are escaped.
    static func text(ofCode shown: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in shown {
            switch byte {
            case backslash, UInt8(ascii: ":"): text += [backslash, byte]
            case 0x21...0x7e: text.append(byte)
            default: text += hexEscape(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func text(of code: AssetCode) -> String {
        switch code {
        case .creditAlphanum4(let code): text(ofCode: AssetCodeBytes.shown(code.bytes))
        case .creditAlphanum12(let code): text(ofCode: AssetCodeBytes.shown(code.bytes))
        }
    }

    static func text(of asset: Asset, native: String) -> String {
        switch asset {
        case .native: native
        case .creditAlphanum4(let credit): "\(text(of: .creditAlphanum4(credit.assetCode))):\(credit.issuer.address)"
        case .creditAlphanum12(let credit): "\(text(of: .creditAlphanum12(credit.assetCode))):\(credit.issuer.address)"
        }
    }

    static func code(_ text: ArraySlice<UInt8>) throws(ValueFormatError) -> AssetCode {
        var rest = text
        return try code(upToColon: &rest)
    }

    /// Parses `CODE:ISSUER` or a common name of the native asset.
    static func asset(_ text: ArraySlice<UInt8>) throws(ValueFormatError) -> Asset {
        let names = ["native", "xlm", "testxlm"]
        if names.contains(String(decoding: text, as: UTF8.self).lowercased()) { return .native }
        var rest = text
        let code = try code(upToColon: &rest)
        // SEP-11 would read any short text without a colon as the native asset: a forgotten issuer must not become XLM.
        guard rest.popFirst() == UInt8(ascii: ":") else { throw .expected("an asset, CODE:ISSUER or native") }
        let issuer: AccountID
        do throws(StrKeyError) {
            issuer = try AccountID(address: String(decoding: rest, as: UTF8.self))
        } catch {
            throw .address(error)
        }
        return Asset(code, issuer: issuer)
    }

    private static func code(upToColon rest: inout ArraySlice<UInt8>) throws(ValueFormatError) -> AssetCode {
        var bytes: [UInt8] = []
        while let next = rest.first, next != UInt8(ascii: ":") {
            rest.removeFirst()
            guard next == backslash else {
                bytes.append(next)
                continue
            }
            guard let escaped = rest.popFirst() else { throw .badEscape }
            bytes.append(escaped == UInt8(ascii: "x") ? UInt8(try number(&rest, digits: 2)) : escaped)
        }
        return try AssetCodeBytes.code(shown: bytes)
    }

    // MARK: numbers

    /// Parses a C integer: decimal, `0x` hexadecimal or `0` octal, with an optional minus.
    static func integer<Number: FixedWidthInteger>(
        _ text: String, as type: Number.Type
    ) throws(ValueFormatError) -> Number {
        let isNegative = text.hasPrefix("-")
        let magnitude = isNegative ? text.dropFirst() : text[...]
        let radix = magnitude.hasPrefix("0x") ? 16 : magnitude.hasPrefix("0") && magnitude.utf8.count > 1 ? 8 : 10
        let digits = radix == 16 ? magnitude.dropFirst(2) : magnitude
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit && ($0.hexDigitValue ?? radix) < radix })
        else { throw .expected("a whole number") }
        guard let number = Number((isNegative ? "-" : "") + digits, radix: radix) else { throw .outOfRange }
        return number
    }
}
