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

    /// Parses `0x` and 40 hexadecimal digits. Letters of both cases are the checksum of EIP-55; of one case they have
    /// none.
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

/// Keccak-256 as Ethereum uses it: with the padding of the competition's Keccak, not that of SHA-3.
///
/// - Source: The Keccak reference, version 3.0; Ethereum Yellow Paper, appendix on notation.
package enum Keccak256 {
    /// Bytes absorbed between two permutations.
    private static let rate = 136

    /// The hash of public bytes, 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var padded = bytes
        padded.append(1)
        padded.append(contentsOf: repeatElement(0, count: (rate - padded.count % rate) % rate))
        padded[padded.count - 1] |= 0x80
        var lanes = [UInt64](repeating: 0, count: 25)
        for start in stride(from: 0, to: padded.count, by: rate) {
            for lane in 0..<(rate / 8) {
                for byte in 0..<8 {
                    lanes[lane] ^= UInt64(padded[start + lane * 8 + byte]) << UInt64(byte * 8)
                }
            }
            permute(&lanes)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: lanes[$0 / 8] >> UInt64($0 % 8 * 8)) }
    }

    private static func permute(_ lanes: inout [UInt64]) {
        for constant in constants {
            var parity = [UInt64](repeating: 0, count: 5)
            for index in 0..<25 { parity[index % 5] ^= lanes[index] }
            for index in 0..<25 {
                lanes[index] ^= parity[(index + 4) % 5] ^ turn(parity[(index + 1) % 5], by: 1)
            }
            var moved = [UInt64](repeating: 0, count: 25)
            for x in 0..<5 {
                for y in 0..<5 { moved[y + (2 * x + 3 * y) % 5 * 5] = turn(lanes[x + y * 5], by: turns[x + y * 5]) }
            }
            for index in 0..<25 {
                let row = index / 5 * 5
                lanes[index] = moved[index] ^ (~moved[row + (index + 1) % 5] & moved[row + (index + 2) % 5])
            }
            lanes[0] ^= constant
        }
    }

    private static func turn(_ lane: UInt64, by count: UInt64) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }

    /// How far each lane is turned: the triangular numbers along the walk of the specification's rho step.
    private static let turns: [UInt64] = {
        var turns = [UInt64](repeating: 0, count: 25)
        var (x, y) = (1, 0)
        for step in 0..<24 {
            turns[x + y * 5] = UInt64((step + 1) * (step + 2) / 2 % 64)
            (x, y) = (y, (2 * x + 3 * y) % 5)
        }
        return turns
    }()

    /// The constants of the 24 rounds, from the linear feedback shift register of the specification's iota step.
    private static let constants: [UInt64] = {
        var register: UInt8 = 1
        return (0..<24).map { _ in
            var constant: UInt64 = 0
            for power in 0..<7 {
                if register & 1 == 1 { constant |= 1 << UInt64((1 << power) - 1) }
                register = register & 0x80 == 0 ? register << 1 : register << 1 ^ 0x71
            }
            return constant
        }
    }()
}

/// The hash of a message for `personal_sign`.
///
/// - Source: EIP-191, version byte 0x45.
package enum EIP191 {
    /// The 32 bytes that are signed.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(message.count)".utf8) + message)
    }
}
