// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import StellarXDR
import XDR

/// One of the practice anchor's keys. Its seed is the hash of a public phrase: it protects nothing.
final class PracticeKey: Sendable {
    let id: AccountID
    private let key: Ed25519.SecretKey

    init(_ role: String) throws(SodiumError) {
        let seed = SHA256.hash(Array("coldstar-sandbox anchor \(role)".utf8))
        key = try Ed25519.SecretKey(
            seed: try SecretBytes(count: seed.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: seed) })
        id = .ed25519(Uint256(key.publicKey) ?? Uint256())
    }

    /// The transaction with this key's signature added.
    func sign(_ envelope: TransactionEnvelope, on network: Network) -> TransactionEnvelope {
        let signature = Ed25519.sign(envelope.hash(on: network).bytes, with: key)
        guard let decorated = DecoratedSignature(by: id.key, signature),
            let signed = try? envelope.adding(decorated)
        else { return envelope }
        return signed
    }
}
