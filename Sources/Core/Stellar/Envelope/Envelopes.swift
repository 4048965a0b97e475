// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

extension TransactionV0 {
    /// This transaction converted to version 1, as the network does; the hash and the meaning are the same.
    package var v1: Transaction {
        Transaction(
            sourceAccount: .ed25519(sourceAccountEd25519), fee: fee, seqNum: seqNum,
            cond: timeBounds.map(Preconditions.time) ?? .none, memo: memo, operations: operations, ext: .v0)
    }
}

extension FeeBumpTransaction {
    /// The transaction inside, with its signatures.
    package var inner: TransactionV1Envelope {
        switch innerTx {
        case .tx(let envelope): envelope
        }
    }
}

extension TransactionEnvelope {
    /// The content of an envelope, regardless of its version.
    package enum Content: Hashable, Sendable {
        case transaction(Transaction)
        case feeBump(FeeBumpTransaction)
    }

    package var content: Content {
        switch self {
        case .txV0(let envelope): .transaction(envelope.tx.v1)
        case .tx(let envelope): .transaction(envelope.tx)
        case .txFeeBump(let envelope): .feeBump(envelope.tx)
        }
    }

    /// The transaction whose operations are executed: for a fee bump, the inner one.
    package var innermost: Transaction {
        switch content {
        case .transaction(let transaction): transaction
        case .feeBump(let bump): bump.inner.tx
        }
    }

    /// The outer signatures, in order.
    package var signatures: BoundedArray<DecoratedSignature, 20> {
        switch self {
        case .txV0(let envelope): envelope.signatures
        case .tx(let envelope): envelope.signatures
        case .txFeeBump(let envelope): envelope.signatures
        }
    }

    /// The envelope with its outer signatures replaced; the hash does not change.
    package func replacing(signatures: BoundedArray<DecoratedSignature, 20>) -> TransactionEnvelope {
        switch self {
        case .txV0(var envelope):
            envelope.signatures = signatures
            return .txV0(envelope)
        case .tx(var envelope):
            envelope.signatures = signatures
            return .tx(envelope)
        case .txFeeBump(var envelope):
            envelope.signatures = signatures
            return .txFeeBump(envelope)
        }
    }

    /// The account that pays the fee: for a fee bump, the fee source.
    package var feeSource: MuxedAccount {
        switch content {
        case .transaction(let transaction): transaction.sourceAccount
        case .feeBump(let bump): bump.feeSource
        }
    }

    /// The most that it may cost, in stroops.
    package var fee: Int64 {
        switch content {
        case .transaction(let transaction): Int64(transaction.fee)
        case .feeBump(let bump): bump.fee
        }
    }
}

extension Transaction {
    /// The accounts that act, each once: the sources of the transaction and of its operations, and who pays the fee.
    package func actors(payingFee payer: AccountID) -> [AccountID] {
        var found = [sourceAccount.account]
        for account in [payer] + operations.compactMap({ $0.sourceAccount?.account }) where !found.contains(account) {
            found.append(account)
        }
        return found
    }
}

extension Preconditions {
    /// The time bounds, from either version of the preconditions.
    package var timeBounds: TimeBounds? {
        switch self {
        case .none: nil
        case .time(let bounds): bounds
        case .v2(let conditions): conditions.timeBounds
        }
    }

    /// The version 2 preconditions; nil if there are none.
    package var extended: PreconditionsV2? {
        if case .v2(let conditions) = self { conditions } else { nil }
    }
}

extension TransactionEnvelope {
    /// The hash a signer signs: SHA-256 of the network id, the envelope's tag and the transaction.
    ///
    /// - Parameter network: another network gives a valid-looking but useless signature.
    /// - Source: stellar-xdr `TransactionSignaturePayload`; version 0 is hashed as the version 1 that it becomes.
    package func hash(on network: Network) -> TransactionHash {
        switch self {
        case .txV0(let envelope): envelope.tx.v1.hash(on: network)
        case .tx(let envelope): envelope.tx.hash(on: network)
        case .txFeeBump(let envelope): envelope.tx.hash(on: network)
        }
    }
}

extension Transaction {
    /// See `TransactionEnvelope.hash(on:)`.
    package func hash(on network: Network) -> TransactionHash {
        TransactionHash.of(network, .tx, self)
    }
}

extension FeeBumpTransaction {
    /// See `TransactionEnvelope.hash(on:)`.
    package func hash(on network: Network) -> TransactionHash {
        TransactionHash.of(network, .txFeeBump, self)
    }
}

extension Transaction {
    /// The unsigned envelope, version 1.
    package var unsigned: TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: self, signatures: BoundedArray()))
    }
}

extension TransactionHash {
    /// Encodes the payload once, into one buffer, and hashes it there.
    fileprivate static func of(_ network: Network, _ tag: EnvelopeType, _ value: some XDRCodable) -> TransactionHash {
        // Room for a hundred payments, so that the buffer need not grow.
        var writer = XDRWriter(capacity: 8192)
        network.id.encode(into: &writer)
        tag.encode(into: &writer)
        value.encode(into: &writer)
        return TransactionHash(writer.withBytes { bytes in Hash { SHA256.hash(bytes, into: $0) } })
    }
}

extension TransactionEnvelope {
    /// A version 0 envelope converted to version 1, which has the same hash and keeps its signatures; any other
    /// envelope unchanged.
    package var asVersion1: TransactionEnvelope {
        guard case .txV0(let old) = self else { return self }
        return .tx(TransactionV1Envelope(tx: old.tx.v1, signatures: old.signatures))
    }
}

extension TransactionEnvelope {
    /// An unsigned fee bump around this transaction, which keeps its signatures. A version 0 envelope is converted to
    /// version 1, as the network does: the hash is the same, so the signatures remain valid.
    ///
    /// - Parameters:
    ///   - feeSource: the account that pays.
    ///   - fee: the maximum total fee, in stroops; see `Validity.feeRejection` for the minimum.
    /// - Throws: `.isFeeBump` for a fee bump, which cannot be inside another.
    package func feeBump(by feeSource: MuxedAccount, fee: Int64) throws(DraftError) -> TransactionEnvelope {
        let inner: TransactionV1Envelope
        switch self {
        case .txV0(let old): inner = TransactionV1Envelope(tx: old.tx.v1, signatures: old.signatures)
        case .tx(let envelope): inner = envelope
        case .txFeeBump: throw .isFeeBump
        }
        let bump = FeeBumpTransaction(feeSource: feeSource, fee: fee, innerTx: .tx(inner), ext: .v0)
        return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray()))
    }
}

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
