// SPDX-License-Identifier: Apache-2.0

/// URL-safe base64 without padding, canonical only: every accepted text is the one that `encode` gives for its bytes.
///
/// - Source: RFC 4648 §5; RFC 7515 §2.
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_")
        while text.utf8.last == UInt8(ascii: "=") { text.removeLast() }
        return text
    }

    package static func decode(_ text: some StringProtocol) throws(Base64Error) -> [UInt8] {
        let foreign: [UInt8] = [UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")]
        if let offset = Array(text.utf8).firstIndex(where: foreign.contains) { throw .invalidCharacter(offset: offset) }
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        return try Base64.decode(plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
