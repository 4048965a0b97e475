// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR
import XDR

/// A ledger of the practice network: with one transaction, or empty if it closed because time passed.
package struct ClosedLedger: Hashable, Sendable {
    package let sequence: UInt32
    /// In seconds since 1970.
    package let closeTime: UInt64
    package let successfulTransactions: Int
    package let failedTransactions: Int
    package let operations: Int
    package let hash: TransactionHash
    package let previousHash: TransactionHash

    /// The first ledger.
    init(genesis sequence: UInt32, closeTime: UInt64) {
        self.init(sequence: sequence, closeTime: closeTime, previous: TransactionHash(Hash()), record: nil)
    }

    /// The ledger after `previous`, with its transaction.
    init(after previous: ClosedLedger, closeTime: UInt64, record: TransactionRecord? = nil) {
        self.init(
            sequence: previous.sequence + 1, closeTime: closeTime, previous: previous.hash, record: record)
    }

    private init(sequence: UInt32, closeTime: UInt64, previous: TransactionHash, record: TransactionRecord?) {
        self.sequence = sequence
        self.closeTime = closeTime
        successfulTransactions = record?.isSuccessful == true ? 1 : 0
        failedTransactions = record?.isSuccessful == false ? 1 : 0
        operations = record?.envelope.innermost.operations.count ?? 0
        previousHash = previous
        let content = previous.bytes + sequence.xdr + closeTime.xdr + (record?.hash.bytes ?? [])
        hash = TransactionHash(Hash(sha256: content))
    }
}
