// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// A message that a key signs, which can never pass for a transaction.
///
/// - Source: SEP-53.
package enum StellarMessage {
    private static let prefix = Array("Stellar Signed Message:\n".utf8)

    /// The hash to sign: one SHA-256 over the prefix and the message's raw bytes.
    package static func hash(of message: [UInt8]) -> TransactionHash {
        TransactionHash(Hash(sha256: prefix + message))
    }

    /// Whether `signature` is the key's valid signature of the message.
    package static func verify(_ signature: [UInt8], message: [UInt8], by key: AccountID) -> Bool {
        Ed25519.verify(signature, message: hash(of: message).bytes, publicKey: key.key.bytes)
    }
}
