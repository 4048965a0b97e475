// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
package import XDR

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
