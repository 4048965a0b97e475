// SPDX-License-Identifier: Apache-2.0

import Codec

/// Decodes `application/x-www-form-urlencoded`, in bodies and query strings.
package enum FormDecoding {
    /// The fields by name, the last one of a name; nil if an escape is invalid or the text is not UTF-8.
    package static func fields(_ bytes: some Collection<UInt8>) -> [String: String]? {
        entries(bytes).map { Dictionary($0, uniquingKeysWith: { $1 }) }
    }

    /// The fields in order; nil if an escape is invalid or the text is not UTF-8.
    package static func entries(_ bytes: some Collection<UInt8>) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescape(parts[0], plusIsSpace: true) else { return nil }
            guard let value = parts.count > 1 ? unescape(parts[1], plusIsSpace: true) : "" else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    /// The text with percent escapes decoded; nil if one is truncated or the bytes are not UTF-8.
    package static func unescape(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        let blanks = bytes.map { plusIsSpace && $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return PercentText.decode(blanks).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
