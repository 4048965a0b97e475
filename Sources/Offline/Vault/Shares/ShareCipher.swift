// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The encryption of a secret before it is shared: a permutation that every passphrase, also an empty one, gives.
///
/// - Source: SLIP-39 "Encryption of the master secret".
enum ShareCipher {
    private static let rounds: [UInt8] = [0, 1, 2, 3]
    private static let hashes = 2500

    static func encrypt(
        _ secret: borrowing SecretBytes, _ header: ShareHeader, passphrase: borrowing SecretBytes
    ) throws(SodiumError) -> SecretBytes {
        try permute(secret, header, passphrase, rounds)
    }

    static func decrypt(
        _ secret: borrowing SecretBytes, _ header: ShareHeader, passphrase: borrowing SecretBytes
    ) throws(SodiumError) -> SecretBytes {
        try permute(secret, header, passphrase, rounds.reversed())
    }

    private static func permute(
        _ secret: borrowing SecretBytes, _ header: ShareHeader, _ passphrase: borrowing SecretBytes, _ rounds: [UInt8]
    ) throws(SodiumError) -> SecretBytes {
        let half = secret.count / 2
        let label =
            header.isExtendable
            ? [] : Array("shamir".utf8) + [UInt8(header.identifier >> 8), UInt8(header.identifier & 0xff)]
        var password = try SecretBytes(count: 1 + passphrase.count) { (password) throws(SodiumError) in
            passphrase.withBytes { UnsafeMutableRawBufferPointer(rebasing: password[1...]).copyMemory(from: $0) }
        }
        // Both halves, and the salt, whose end is the right half.
        var halves = try secret.copy()
        var salt = try SecretBytes(count: label.count + half) { (salt) throws(SodiumError) in
            salt.copyBytes(from: label)
        }
        for round in rounds {
            password.withMutableBytes { $0[0] = round }
            halves.withBytes { halves in
                salt.withMutableBytes { salt in
                    for index in 0..<half { salt[label.count + index] = halves[half + index] }
                }
            }
            let mask = try HMACSHA256.pbkdf2(
                password: password, salt: salt, rounds: hashes << header.exponent, length: half)
            mask.withBytes { mask in
                halves.withMutableBytes { halves in
                    for index in 0..<half {
                        let right = halves[half + index]
                        halves[half + index] = halves[index] ^ mask[index]
                        halves[index] = right
                    }
                }
            }
        }
        halves.withMutableBytes { halves in for index in 0..<half { halves.swapAt(index, half + index) } }
        return halves
    }
}
