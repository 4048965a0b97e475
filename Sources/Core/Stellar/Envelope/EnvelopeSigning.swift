// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

extension TransactionEnvelope {
    /// The envelope with `signature` appended; unchanged if it already contains exactly this signature.
    ///
    /// - Throws: `.tooMany` if there are already 20 signatures.
    package func adding(_ signature: DecoratedSignature) throws(SignatureError) -> TransactionEnvelope {
        let present = signatures.elements
        if present.contains(signature) { return self }
        guard let more = BoundedArray<DecoratedSignature, 20>(present + [signature]) else { throw .tooMany }
        return replacing(signatures: more)
    }

    /// The key among `candidates` that made each outer signature; nil where none of them did.
    ///
    /// A signature counts only with the correct hint, as on the network. Hints collide, so every candidate is tried.
    package func signers(among candidates: some Collection<Uint256>, on network: Network) -> [Uint256?] {
        signatures.elements.signers(of: hash(on: network), among: candidates)
    }
}

extension [DecoratedSignature] {
    /// See `TransactionEnvelope.signers(among:on:)`.
    package func signers(of hash: TransactionHash, among candidates: some Collection<Uint256>) -> [Uint256?] {
        let message = hash.bytes
        // A repeated signature need not be verified again.
        var known: [DecoratedSignature: Uint256?] = [:]
        return map { signature in
            if let maker = known[signature] { return maker }
            let maker = candidates.first { key in
                signature.hint == .last(of: key.bytes)
                    && Ed25519.verify(signature.signature.bytes, message: message, publicKey: key.bytes)
            }
            known[signature] = .some(maker)
            return maker
        }
    }
}

extension DecoratedSignature {
    /// A signature by `key` with its hint; nil unless the signature is 64 bytes long.
    package init?(by key: Uint256, _ signature: [UInt8]) {
        guard signature.count == Ed25519.signatureLength, let signature = Signature(signature) else { return nil }
        self.init(hint: .last(of: key.bytes), signature: signature)
    }
    /// Whether this is the key's valid signature over the bytes. The hint is compared first, which is cheap.
    package func isBy(_ key: Uint256, over bytes: [UInt8]) -> Bool {
        hint == .last(of: key.bytes)
            && Ed25519.verify(signature.bytes, message: bytes, publicKey: key.bytes)
    }
}
