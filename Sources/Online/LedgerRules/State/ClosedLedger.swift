// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import Stellar
package import StellarXDR

/// A ledger of the practice network: with one transaction, or empty if it closed because time passed.
package struct ClosedLedger: Hashable, Sendable {
    package let header: LedgerHeader
    /// The SHA-256 of the header.
    package let hash: TransactionHash
    package let successfulTransactions: Int
    package let failedTransactions: Int
    package let operations: Int

    package var sequence: UInt32 { header.ledgerSeq }
    /// In seconds since 1970.
    package var closeTime: UInt64 { header.scpValue.closeTime }
    /// In milliseconds since 1970; later in every ledger.
    package var closeMilliseconds: UInt64 { header.scpValue.closeTimeMilliseconds ?? 0 }
    package var previousHash: TransactionHash { TransactionHash(header.previousLedgerHash) }

    /// The first ledger.
    ///
    /// - Parameters:
    ///   - milliseconds: the close time, since 1970.
    ///   - baseFee: the minimum fee per operation, in stroops.
    init(genesis sequence: UInt32, closedAt milliseconds: UInt64, baseFee: UInt32) {
        self.init(LedgerHeader(after: Hash(), sequence, milliseconds, baseFee: baseFee, record: nil), nil)
    }

    /// The ledger after `previous`, with its transaction.
    init(after previous: ClosedLedger, closedAt milliseconds: UInt64, record: TransactionRecord? = nil) {
        let header = LedgerHeader(
            after: previous.hash.hash, previous.sequence + 1, milliseconds, baseFee: previous.header.baseFee,
            record: record)
        self.init(header, record)
    }

    /// The ledger with this header, and with its transaction if there is one.
    package init(_ header: LedgerHeader, _ record: TransactionRecord? = nil) {
        self.header = header
        hash = TransactionHash(Hash(sha256: header.xdr))
        successfulTransactions = record?.isSuccessful == true ? 1 : 0
        failedTransactions = record?.isSuccessful == false ? 1 : 0
        operations = record?.envelope.innermost.operations.count ?? 0
    }
}

extension LedgerHeader {
    /// The practice network has no bucket list: its hash is zero.
    fileprivate init(
        after previous: Hash, _ sequence: UInt32, _ milliseconds: UInt64, baseFee: UInt32, record: TransactionRecord?
    ) {
        let set = GeneralizedTransactionSet(after: previous, record)
        let results = record.map { [TransactionResultPair($0)] } ?? []
        self.init(
            ledgerVersion: UInt32(Snapshot.protocolVersion), previousLedgerHash: previous,
            scpValue: StellarValue(txSetHash: Hash(sha256: set.xdr), closedAt: milliseconds),
            txSetResultHash: Hash(sha256: results.xdr), bucketListHash: Hash(), ledgerSeq: sequence, totalCoins: .max,
            feePool: 0, inflationSeq: 0, idPool: 0, baseFee: baseFee, baseReserve: UInt32(LedgerState.baseReserve),
            maxTxSetSize: 1,
            skipList: LedgerHeaderSkipList(slot0: Hash(), slot1: Hash(), slot2: Hash(), slot3: Hash()), ext: .v0)
    }
}

extension StellarValue {
    /// The practice network has no validators: the node and its signature are zero.
    package init(txSetHash: Hash, closedAt milliseconds: UInt64) {
        let signature = LedgerCloseValueSignature(
            nodeID: .ed25519(Uint256()), signature: Signature([UInt8](repeating: 0, count: 64)) ?? Signature())
        self.init(
            txSetHash: txSetHash, closeTime: milliseconds / 1000, upgrades: BoundedArray(),
            ext: .signedMs(StellarValueExtSignedMs(closeTimeMs: milliseconds, lcValueSignature: signature)))
    }
}

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
