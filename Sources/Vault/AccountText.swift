// SPDX-License-Identifier: Apache-2.0
import TextCodec

/// A public key as text, `G…`.
///
/// - Source: SEP-23.
enum AccountText {
    private static let version: UInt8 = 6 << 3

    static func encode(_ publicKey: [UInt8]) -> String {
        let packed = [version] + publicKey
        let checksum = packed.withUnsafeBytes { CRC16.checksum($0) }
        return Base32.encode(packed + [UInt8(checksum & 0xff), UInt8(checksum >> 8)])
    }

    /// The 32 bytes; nil when the text is not exactly what `encode` writes.
    static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 56, let packed = try? Base32.decode(text.utf8) else { return nil }
        let publicKey = Array(packed[1..<33])
        return encode(publicKey) == text ? publicKey : nil
    }
}
