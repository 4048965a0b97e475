// SPDX-License-Identifier: Apache-2.0

import Codec
package import Review
package import Stellar
package import StellarXDR
package import Vault

/// The signer's journal as the signing history of a review: only proven lines can lower a finding, any line can raise
/// one.
package struct JournalHistory: SigningHistory {
    private var record: RecordView
    /// The key that will sign; nil for display.
    private let key: KeyName?

    /// Lines of any key of the vault, used only to show that something was signed.
    @Indirect private var others: RecordView?

    package init(_ record: RecordView, _ key: KeyName?, others: RecordView? = nil) {
        self.record = record
        self.key = key
        self.others = others
    }

    package func signed(_ hash: TransactionHash) -> Timestamp? { record.proven.signed(hash) }

    package func signedByKey(_ hash: TransactionHash) -> Timestamp? {
        key.flatMap { record.proven.signed(hash, with: $0) }
    }

    package func answered(request: String) -> Timestamp? { record.all.answered(request: request) }

    package func isRecorded(_ hash: TransactionHash) -> Bool { record.proven.isRecorded(hash) }

    package func signedByOther(_ hash: TransactionHash) -> Timestamp? {
        record.signedByStranger(hash) ?? others?.proven.signed(hash)
    }

    package func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? {
        record.all.conflict(with: hash, source: source, sequence: sequence, on: network).map {
            EarlierTransaction(hash: $0.hash, signed: $0.signed, summary: $0.summary, validUntil: $0.validUntil)
        }
    }

    package func provenConflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> Bool {
        record.proven.conflict(with: hash, source: source, sequence: sequence, on: network) != nil
    }

    package func latestSequence(of source: AccountID, on network: Network) -> Int64? {
        record.proven.latestSequence(of: source, on: network)
    }

    package func earlier(_ payment: PaymentDigest, than transaction: SequencedTransaction) -> EarlierPayments? {
        record.all.earlier(
            payment, except: transaction.hash, source: transaction.source, sequence: transaction.sequence,
            on: transaction.network
        ).map { EarlierPayments(count: $0.count, last: $0.last) }
    }

    package func destinations(like address: StrKey) -> [StrKey] { record.all.destinations(like: address) }

    package mutating func prepareSums(since: Timestamp) { record.prepareSums(since: since) }

    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        record.spent(since: since, except: hash)
    }
}
