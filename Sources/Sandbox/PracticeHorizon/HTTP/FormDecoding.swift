// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// Decodes `application/x-www-form-urlencoded`, in bodies and query strings.
enum FormDecoding {
    /// The fields by name; nil if an escape is invalid or the text is not UTF-8.
    static func fields(_ bytes: some Collection<UInt8>) -> [String: String]? {
        var fields: [String: String] = [:]
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescape(parts[0], plusIsSpace: true) else { return nil }
            guard let value = parts.count > 1 ? unescape(parts[1], plusIsSpace: true) : "" else { return nil }
            fields[name] = value
        }
        return fields
    }

    /// The text with percent escapes decoded; nil if one is truncated or the bytes are not UTF-8.
    static func unescape(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard let value = try? Hex.decode(digits), value.count == 1 else { return nil }
                decoded += value
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Escapes a text for use in a link.
    static func escape(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            return isPlain ? String(decoding: [byte], as: UTF8.self) : "%" + Hex.encode([byte]).uppercased()
        }.joined()
    }
}
