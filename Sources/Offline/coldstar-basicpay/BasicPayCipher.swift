// SPDX-License-Identifier: Apache-2.0

import CNettle
import Codec
import Crypto
import SafeFiles
import Terminal

/// How SwiftBasicPay seals a secret key: AES-256 in CBC mode, under a key that PBKDF2 with HMAC-SHA256 derives from the
/// PIN, with the salt "stellar" and 4096 rounds.
///
/// PIN, key and text stay in guarded memory, and what nettle leaves on the stack is erased. swift-crypto returns the
/// derived key and the text in `Data`, and brings functions that open sockets.
/// - Source: RFC 8018 §5.2; FIPS 197 and SP 800-38A §6.2 in nettle.
enum BasicPayCipher {
    static var libraryVersion: String { "\(nettle_version_major()).\(nettle_version_minor())" }

    /// Bytes of a block.
    static let block = 16
    private static let keyLength = 32
    private static let rounds: UInt32 = 4096
    private static let salt = Array("stellar".utf8)

    /// Decrypts whole blocks; the result includes the padding.
    static func decrypt(
        _ sealed: [UInt8], vector: [UInt8], pin: borrowing SecretBytes
    ) throws(SodiumError) -> SecretBytes {
        precondition(sealed.count % block == 0 && vector.count == block, "whole blocks")
        defer { coldstar_erase_stack() }
        let key = try key(pin)
        return try SecretBytes(count: sealed.count) { (text) throws(SodiumError) in
            var chain = vector
            let output = text.bindMemory(to: UInt8.self).baseAddress
            key.withBytes { key in
                let key = key.bindMemory(to: UInt8.self).baseAddress
                coldstar_aes256_cbc_decrypt(key, &chain, sealed.count, output, sealed)
            }
        }
    }

    private static func key(_ pin: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: keyLength) { (key) throws(SodiumError) in
            let output = key.bindMemory(to: UInt8.self).baseAddress
            pin.withBytes { pin in
                let pin = pin.bindMemory(to: UInt8.self)
                nettle_pbkdf2_hmac_sha256(
                    pin.count, pin.baseAddress, rounds, salt.count, salt, keyLength, output)
            }
        }
    }
}

/// The app's stored text: base64 of 16 bytes, a semicolon, base64 of the sealed key.
struct Blob {
    let vector: [UInt8]
    let sealed: [UInt8]

    init(readingFrom path: String) throws(Failure) {
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: 4096) } catch {
            throw Failure(.noInput, Wording(error.message))
        }
        let parts = bytes.filter { $0 > 0x20 }.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard parts.count == 2, let vector = try? Base64.decode(parts[0]), let sealed = try? Base64.decode(parts[1]),
            vector.count == BasicPayCipher.block, sealed.count == 4 * BasicPayCipher.block
        else {
            throw Failure(
                .badInput, "\(TerminalText.escape(path)) is not a SwiftBasicPay blob",
                hint: "a blob is 16 bytes and 64 bytes in base64, separated by ;")
        }
        self.vector = vector
        self.sealed = sealed
    }
}
