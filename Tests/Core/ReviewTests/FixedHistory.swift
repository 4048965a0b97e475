// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR

/// A journal with one entry.
struct FixedHistory: SigningHistory {
    var hash: TransactionHash?
    var source = alice.account
    var sequence: Int64?
    var network = Network.testnet
    var paid: [StrKey] = []
    var spent: [String: Int64] = [:]
    /// Whether the transaction was signed with the key under review.
    var isByKey = false
    var summary = "Pay 1 XLM"
    /// The end of the earlier transaction with the same number.
    var validUntil: Timestamp?

    /// Of payments that were signed before, in another transaction.
    var payments: [PaymentDigest: EarlierPayments] = [:]

    func earlier(_ payment: PaymentDigest, than transaction: SequencedTransaction) -> EarlierPayments? {
        payments[payment]
    }

    func signed(_ hash: TransactionHash) -> Timestamp? { hash == self.hash ? Timestamp(1_780_000_000) : nil }

    func signedByKey(_ hash: TransactionHash) -> Timestamp? { isByKey ? signed(hash) : nil }

    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? {
        guard source == self.source, sequence == self.sequence, network == self.network, hash != self.hash else {
            return nil
        }
        return EarlierTransaction(
            hash: TransactionHash(Hash()), signed: Timestamp(1_780_000_000), summary: summary, validUntil: validUntil)
    }

    func latestSequence(of source: AccountID, on network: Network) -> Int64? {
        source == self.source && network == self.network ? sequence : nil
    }

    func destinations(like address: StrKey) -> [StrKey] {
        paid.filter { LookAlike($0) == LookAlike(address) }
    }

    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] { spent }
}
