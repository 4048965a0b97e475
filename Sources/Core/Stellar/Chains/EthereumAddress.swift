// SPDX-License-Identifier: Apache-2.0

import Codec

/// An address of an eip155 network: the last 20 bytes of the Keccak-256 of a secp256k1 public key.
///
/// - Source: EIP-55 for the letters.
package struct EthereumAddress: Hashable, Sendable {
    package static let length = 20

    /// 20 bytes.
    package let bytes: [UInt8]

    /// - Precondition: `bytes` has 20 bytes.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == Self.length, "an address has 20 bytes")
        self.bytes = bytes
    }

    /// The address of a public key.
    ///
    /// - Parameter publicKey: 64 bytes, X and Y, without the leading 4.
    /// - Precondition: `publicKey` has 64 bytes.
    package init(publicKey: [UInt8]) {
        precondition(publicKey.count == 64, "an uncompressed public key has two numbers of 32 bytes")
        bytes = Array(Keccak256.hash(publicKey).suffix(Self.length))
    }

    /// Parses `0x` and 40 hexadecimal digits. Letters of both cases are the checksum of EIP-55; of one case they have none.
    ///
    /// - Returns: nil for anything else and for a wrong checksum.
    package init?(_ text: String) {
        guard text.hasPrefix("0x"), text.utf8.count == 2 + 2 * Self.length else { return nil }
        let digits = String(text.dropFirst(2))
        guard let bytes = try? Hex.decode(digits), bytes.count == Self.length else { return nil }
        self.bytes = bytes
        let letters = digits.utf8.filter { $0 > UInt8(ascii: "9") }
        let isMixed = letters.contains { $0 < UInt8(ascii: "a") } && letters.contains { $0 >= UInt8(ascii: "a") }
        guard !isMixed || self.text == text else { return nil }
    }

    /// `0x` and 40 digits with the checksum of EIP-55.
    package var text: String {
        let digits = Array(Hex.encode(bytes).utf8)
        let hash = Keccak256.hash(digits)
        let marked = digits.enumerated().map { index, digit -> UInt8 in
            let half = hash[index / 2] >> (index % 2 == 0 ? 4 : 0) & 15
            return digit > UInt8(ascii: "9") && half >= 8 ? digit & ~0x20 : digit
        }
        return "0x" + String(decoding: marked, as: UTF8.self)
    }
}
