// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Stellar
package import StellarXDR

/// A key that is the same in every run, with its account.
package struct TestKey: Sendable {
    package let name: String
    private let seed: [UInt8]
    package let id: AccountID

    /// - Parameter name: the text whose hash is the seed.
    package init(_ name: String) {
        self.name = name
        seed = SHA256.hash(Array(name.utf8))
        do { id = .ed25519(Uint256(try Ed25519.publicKey(seed: try Self.secret(seed))) ?? Uint256()) } catch {
            preconditionFailure("a seed has a public key")
        }
    }

    package var address: String { id.address }

    package func sign(_ message: [UInt8]) -> Signature {
        do { return Signature(try Ed25519.sign(message, seed: try Self.secret(seed))) ?? Signature() } catch {
            preconditionFailure("a seed signs")
        }
    }

    /// The signature of a transaction with this hash.
    package func sign(_ hash: TransactionHash) -> DecoratedSignature {
        DecoratedSignature(hint: id.hint, signature: sign(hash.bytes))
    }

    private static func secret(_ seed: [UInt8]) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: seed.count) { $0.copyBytes(from: seed) }
    }
}
