// SPDX-License-Identifier: Apache-2.0

import Codec
package import Journal
package import Stellar
package import StellarXDR

extension TransactionEnvelope {
    /// The hash of the inner transaction; nil if this is not a fee bump.
    package func innerHash(on network: Network) -> TransactionHash? {
        guard case .feeBump = content else { return nil }
        return innermost.hash(on: network)
    }

    /// The hashes under which it may be in a ledger: its own, and of a fee bump also the inner one.
    package func hashes(on network: Network) -> [TransactionHash] {
        [hash(on: network)] + (innerHash(on: network).map { [$0] } ?? [])
    }

    /// The transaction's `maxTime` in seconds since 1970; nil for no expiry.
    package var validUntil: Int64? {
        let end = innermost.cond.timeBounds?.maxTime ?? 0
        return end == 0 ? nil : Int64(clamping: end)
    }
}

extension PendingTransaction {
    package init(_ envelope: TransactionEnvelope, on network: Network) {
        let transaction = envelope.innermost
        self.init(
            hash: envelope.hash(on: network), innerHash: envelope.innerHash(on: network),
            source: transaction.sourceAccount.account, sequence: transaction.seqNum, maxTime: envelope.validUntil,
            maxLedger: envelope.maxLedger)
    }
}

extension SignedTransaction {
    /// The journal's record of a transaction.
    package init(_ envelope: TransactionEnvelope, on network: Network) {
        let transaction = envelope.innermost
        self.init(
            hash: envelope.hash(on: network), innerHash: envelope.innerHash(on: network), network: network,
            envelope: Base64.encode(envelope.xdr), source: transaction.sourceAccount.account,
            sequence: transaction.seqNum, maxTime: envelope.validUntil)
    }
}
