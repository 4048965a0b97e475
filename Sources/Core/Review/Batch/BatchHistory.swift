// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The signing history together with the preceding transactions of the batch, which count alike for rules about
/// sequence numbers.
package struct BatchHistory: SigningHistory {
    private let before: any SigningHistory
    private let now: Timestamp
    private var transactions: [Number: EarlierTransaction] = [:]
    private var latest: [Account: Int64] = [:]
    private var spent: [String: Int64] = [:]
    private var payments: Set<PaymentDigest> = []

    private struct Account: Hashable {
        let source: AccountID
        let network: Hash
    }

    private struct Number: Hashable {
        let account: Account
        let sequence: Int64
    }

    package init(before: any SigningHistory, now: Timestamp) {
        self.before = before
        self.now = now
    }

    /// Adds a transaction of the batch for those that follow it.
    package mutating func add(_ review: Review) {
        for (asset, amount) in Spending(review).amounts {
            let (sum, isTooMuch) = spent[asset, default: 0].addingReportingOverflow(amount)
            spent[asset] = isTooMuch ? Spending.unlimited : sum
        }
        guard review.kind == .transaction, case .transaction(let transaction) = review.content, let hash = review.hash,
            let network = review.network
        else { return }
        payments.formUnion(review.payments.payments)
        let account = Account(source: transaction.sourceAccount.account, network: network.id)
        let number = Number(account: account, sequence: transaction.seqNum)
        latest[account] = max(latest[account] ?? .min, transaction.seqNum)
        guard transactions[number] == nil else { return }
        let summary = review.operations.first?.summary.plain ?? ""
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        transactions[number] = EarlierTransaction(
            hash: hash, signed: now, summary: summary, validUntil: end > 0 ? Timestamp(end) : nil,
            isInBatch: true)
    }

    package func signed(_ hash: TransactionHash) -> Timestamp? { before.signed(hash) }

    package func signedByKey(_ hash: TransactionHash) -> Timestamp? { before.signedByKey(hash) }

    package func isRecorded(_ hash: TransactionHash) -> Bool { before.isRecorded(hash) }

    package func signedByOther(_ hash: TransactionHash) -> Timestamp? { before.signedByOther(hash) }

    package func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? {
        let number = Number(account: Account(source: source, network: network.id), sequence: sequence)
        let earlier = before.conflict(with: hash, source: source, sequence: sequence, on: network)
        guard let here = transactions[number], here.hash != hash else { return earlier }
        guard let earlier, let end = here.validUntil, earlier.validUntil.map({ $0 > end }) ?? true else { return here }
        return earlier
    }

    package func provenConflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> Bool {
        let number = Number(account: Account(source: source, network: network.id), sequence: sequence)
        if let here = transactions[number], here.hash != hash { return true }
        return before.provenConflict(with: hash, source: source, sequence: sequence, on: network)
    }

    package func latestSequence(of source: AccountID, on network: Network) -> Int64? {
        let here = latest[Account(source: source, network: network.id)]
        let earlier = before.latestSequence(of: source, on: network)
        return [here, earlier].compactMap { $0 }.max()
    }

    package func earlier(_ payment: PaymentDigest, than transaction: SequencedTransaction) -> EarlierPayments? {
        var earlier = before.earlier(payment, than: transaction)
        guard payments.contains(payment) else { return earlier }
        earlier = earlier ?? EarlierPayments(count: 0, last: nil)
        earlier?.isInBatch = true
        return earlier
    }

    package func destinations(like address: StrKey) -> [StrKey] { before.destinations(like: address) }

    /// Preceding transactions of the batch count in full, even if they were signed before: counting twice is the
    /// safer error.
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        before.spent(since: since, except: hash).merging(spent) { earlier, here in
            let (sum, isTooMuch) = earlier.addingReportingOverflow(here)
            return isTooMuch ? Spending.unlimited : sum
        }
    }
}
