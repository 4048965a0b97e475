// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A transaction on its network, with the hashes under which a ledger may have it. They are computed once, and
/// signatures do not change them.
package struct HashedTransaction: Hashable, Sendable {
    package let envelope: TransactionEnvelope
    package let network: Network
    package let hash: TransactionHash
    /// The hash of the inner transaction; nil if this is not a fee bump.
    package let innerHash: TransactionHash?

    package init(_ envelope: TransactionEnvelope, on network: Network) {
        let inner: TransactionHash? =
            if case .feeBump(let bump) = envelope.content { bump.inner.tx.hash(on: network) } else { nil }
        self.init(envelope, on: network, hash: envelope.hash(on: network), innerHash: inner)
    }

    /// A fee bump around a transaction that was hashed before.
    package init(_ bump: TransactionEnvelope, on network: Network, around inner: HashedTransaction) {
        self.init(bump, on: network, hash: bump.hash(on: network), innerHash: inner.hash)
    }

    /// An envelope whose hashes are known, because it was hashed before, maybe with other signatures.
    package init(
        _ envelope: TransactionEnvelope, on network: Network, hash: TransactionHash, innerHash: TransactionHash?
    ) {
        (self.envelope, self.network, self.hash, self.innerHash) = (envelope, network, hash, innerHash)
    }

    /// The same transaction with other outer signatures.
    package func replacing(signatures: BoundedArray<DecoratedSignature, 20>) -> HashedTransaction {
        with(envelope.replacing(signatures: signatures))
    }

    /// The same transaction with one more outer signature.
    package func adding(_ signature: DecoratedSignature) throws(SignatureError) -> HashedTransaction {
        with(try envelope.adding(signature))
    }

    private func with(_ envelope: TransactionEnvelope) -> HashedTransaction {
        HashedTransaction(envelope, on: network, hash: hash, innerHash: innerHash)
    }

    /// The key among `candidates` that made each outer signature; nil where none of them did.
    ///
    /// A signature counts only with the correct hint, as on the network. Hints collide, so every candidate is tried.
    package func signers(among candidates: some Collection<Uint256>) -> [Uint256?] {
        envelope.signatures.elements.signers(of: hash, among: candidates)
    }

    /// The hash of the inner transaction of a fee bump, and of any other transaction its own.
    package var innermostHash: TransactionHash { innerHash ?? hash }

    /// The hashes under which it may be in a ledger: its own, and of a fee bump also the inner one.
    package var hashes: [TransactionHash] { [hash] + (innerHash.map { [$0] } ?? []) }
}
