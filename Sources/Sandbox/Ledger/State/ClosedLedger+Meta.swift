// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
import Stellar
import StellarXDR
import XDR

extension ClosedLedger {
    /// The ledger with its transaction, as the network's tools read it.
    ///
    /// - Parameter record: the ledger's transaction; nil if it is empty.
    package func meta(_ record: TransactionRecord?) -> LedgerCloseMeta {
        let processing = record.map { record in
            TransactionResultMetaV1(
                ext: .v0, result: TransactionResultPair(record), feeProcessing: record.feeChanges,
                txApplyProcessing: record.meta, postTxApplyFeeProcessing: record.refundChanges)
        }
        return .v2(
            LedgerCloseMetaV2(
                ext: .v0, ledgerHeader: historyEntry,
                txSet: GeneralizedTransactionSet(after: header.previousLedgerHash, record),
                txProcessing: processing.map { [$0] } ?? [], upgradesProcessing: [], scpInfo: [],
                totalByteSizeOfLiveSorobanState: 0, evictedKeys: []))
    }

    /// The header with its hash.
    package var historyEntry: LedgerHeaderHistoryEntry {
        LedgerHeaderHistoryEntry(hash: hash.hash, header: header, ext: .v0)
    }
}

extension GeneralizedTransactionSet {
    /// The set of at most one transaction: the first phase is for classic ones, the second for contract calls.
    init(after previous: Hash, _ record: TransactionRecord?) {
        let isContractCall = record.flatMap { ContractTransaction($0.envelope.innermostEnvelope) } != nil
        let envelopes = record.map { [$0.envelope] } ?? []
        let classic = isContractCall ? [] : envelopes
        let components =
            classic.isEmpty
            ? [] : [TxSetComponent.txsetCompTxsMaybeDiscountedFee(.init(baseFee: nil, txs: classic))]
        let stages = isContractCall ? [[envelopes]] : []
        self = .v1(
            TransactionSetV1(
                previousLedgerHash: previous,
                phases: [
                    .v0(components), .v1(ParallelTxsComponent(baseFee: nil, executionStages: stages)),
                ]))
    }
}

extension TransactionResultPair {
    init(_ record: TransactionRecord) {
        self.init(transactionHash: record.hash.hash, result: record.result)
    }
}
