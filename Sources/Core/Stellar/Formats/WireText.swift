// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// A value of a schema type as text: base64 or hex of its XDR, or SEP-51 JSON. The format is detected.
package struct WireText: Hashable, Sendable {
    package enum ReadingError: Error, Hashable {
        case empty
        case base64(Base64Error)
        case json(JSONError)
        case format(FormatError)
        case xdr(XDRError)

        package var message: String {
            switch self {
            case .empty: "nothing is there"
            case .base64(let error): "neither JSON nor XDR in base64 or hex: \(error.message)"
            case .json(let error): error.message
            case .format(let error): error.message
            case .xdr(let error): error.message
            }
        }
    }

    /// The value's XDR.
    package let bytes: [UInt8]
    /// Whether the text was JSON.
    package let isJSON: Bool

    /// Parses a text; white space around it, and inside base64, is skipped.
    package init(_ text: [UInt8], of type: WireType) throws(ReadingError) {
        let white: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        let trimmed = Array(text.drop { white.contains($0) })
        guard let first = trimmed.first else { throw .empty }
        isJSON = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first)
        guard isJSON else {
            bytes = try Self.xdr(trimmed.filter { !white.contains($0) }, of: type)
            return
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: trimmed, maximumDepth: XDRJSON.maximumDepth)
        } catch {
            throw .json(error)
        }
        do throws(FormatError) { bytes = try XDRJSON.bytes(json, type) } catch { throw .format(error) }
    }

    /// Decodes base64, or hex if the text is not the base64 of a value: some text is valid in both.
    private static func xdr(_ text: [UInt8], of type: WireType) throws(ReadingError) -> [UInt8] {
        let hex = try? Hex.decode(String(decoding: text, as: UTF8.self))
        let plain: [UInt8]
        do throws(Base64Error) {
            plain = try Base64.decode(text)
        } catch {
            guard let hex else { throw .base64(error) }
            return try checked(hex, type)
        }
        if let hex, (try? type.type.init(xdr: plain)) == nil { return try checked(hex, type) }
        return try checked(plain, type)
    }

    private static func checked(_ bytes: [UInt8], _ type: WireType) throws(ReadingError) -> [UInt8] {
        do throws(XDRError) { return try type.type.init(xdr: bytes).xdr } catch { throw .xdr(error) }
    }
}

/// Strings in SEP-51 form: printable ASCII is unchanged, everything else and the backslash are escaped.
///
/// - Source: SEP-51 §String.
enum EscapedText {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            switch byte {
            case 0: text += [backslash, UInt8(ascii: "0")]
            case 9: text += [backslash, UInt8(ascii: "t")]
            case 10: text += [backslash, UInt8(ascii: "n")]
            case 13: text += [backslash, UInt8(ascii: "r")]
            case backslash: text += [backslash, backslash]
            case 0x20...0x7e: text.append(byte)
            default: text += [backslash, UInt8(ascii: "x")] + Array(Hex.encode([byte]).utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that an escaped text represents.
    ///
    /// - Parameter rawZeros: accepts unescaped zero bytes, which the Python SDK leaves in asset codes.
    static func bytes(of text: String, rawZeros: Bool = false) throws(ValueFormatError) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let first = rest.popFirst() {
            switch first {
            case backslash: bytes.append(try escaped(&rest))
            case 0x20...0x7e: bytes.append(first)
            case 0 where rawZeros: bytes.append(0)
            default: throw .notASCII
            }
        }
        return bytes
    }

    private static func escaped(_ rest: inout Substring.UTF8View) throws(ValueFormatError) -> UInt8 {
        switch rest.popFirst() {
        case UInt8(ascii: "0"): return 0
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "r"): return 13
        case backslash: return backslash
        case UInt8(ascii: "x"): return try hexByte(&rest)
        default: throw .badEscape
        }
    }

    /// The byte of the next two hexadecimal digits.
    static func hexByte(_ rest: inout Substring.UTF8View) throws(ValueFormatError) -> UInt8 {
        let digits = String(decoding: Array(rest.prefix(2)), as: UTF8.self)
        guard let byte = try? Hex.decode(digits), byte.count == 1 else { throw .badEscape }
        rest.removeFirst(2)
        return byte[0]
    }

    private static let backslash = UInt8(ascii: "\\")
}
