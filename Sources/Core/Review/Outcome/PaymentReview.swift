// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// What a transaction pays, and which of its payments were signed before.
package struct PaymentReview: Sendable {
    /// A payment that was signed before in another transaction that can be applied beside this one, or that stands
    /// before in the transaction or the batch.
    struct Repeat: Sendable {
        let earlier: EarlierPayments?
        /// The first operation of the transaction that makes the same payment.
        let first: Int?
        /// Whether it was signed within `days`, or stands before in the transaction or the batch.
        var isRecent = false
    }

    /// What each payment of the transaction is, in the order of its operations.
    package private(set) var payments: [PaymentDigest] = []
    /// By the indices of the operations.
    private(set) var repeats: [Int: Repeat] = [:]
    /// The number of payments that were signed within `days`.
    private(set) var recent = 0

    /// A batch that repeats payments of fewer days than a month is more likely a mistake than next month's.
    static let days: UInt64 = 25
    /// The operations that can be payments.
    fileprivate static let types: [OperationType] = [
        .payment, .createAccount, .pathPaymentStrictReceive, .pathPaymentStrictSend, .createClaimableBalance,
        .invokeHostFunction,
    ]

    init() {}

    init(
        _ transaction: Transaction, _ operations: [OperationReview], _ hash: TransactionHash, on network: Network,
        _ input: ReviewInput
    ) {
        let assets = transaction.footprintAssets
        let number = SequencedTransaction(
            hash: hash, source: transaction.sourceAccount.account, sequence: transaction.seqNum, network: network)
        let start = Timestamp(input.now.seconds - min(input.now.seconds, Self.days * 86_400))
        // Signing the same transaction again pays nothing more.
        let isSigned = input.history.signed(hash) != nil
        var first: [PaymentDigest: Int] = [:]
        for (index, review) in operations.enumerated() {
            let source = (review.source ?? transaction.sourceAccount).account
            guard
                let payment = PaymentDigest(
                    review.operation.body, from: source, memo: transaction.memo, on: network, assets: assets)
            else { continue }
            payments.append(payment)
            guard !isSigned else { continue }
            let known = operations.count > 1 ? first[payment] : nil
            if operations.count > 1, known == nil { first[payment] = index }
            let earlier = input.history.earlier(payment, than: number)
            guard known != nil || earlier != nil else { continue }
            let isRecent = earlier?.last.map { $0 >= start } ?? false
            repeats[index] = Repeat(
                earlier: earlier, first: known,
                isRecent: isRecent || known != nil || earlier?.isInBatch == true)
            if isRecent { recent += 1 }
        }
    }
}

extension PaymentReview {
    /// What an authorization entry pays by its first call: its signature counts in any transaction with this call, but
    /// one nonce only once.
    ///
    /// - Parameter transaction: the call as if it were a transaction's own.
    init(
        of asked: AuthorizationRequest, _ transaction: Transaction, _ hash: TransactionHash, on network: Network,
        _ input: ReviewInput
    ) {
        let source = transaction.sourceAccount.account
        guard let call = transaction.operations.first, let nonce = asked.entry.credentials.address?.nonce,
            let payment = PaymentDigest(
                call.body, from: source, memo: .none, on: network,
                assets: asked.envelope?.innermost.footprintAssets ?? [])
        else { return }
        let once = PaymentDigest(payment, nonce: nonce, from: source, on: network)
        payments = [payment, once]
        let number = SequencedTransaction(hash: hash, source: source, sequence: 0, network: network)
        guard input.history.signed(hash) == nil, let all = input.history.earlier(payment, than: number) else { return }
        let rivals = input.history.earlier(once, than: number)?.count ?? 0
        guard all.count > rivals else { return }
        let start = Timestamp(input.now.seconds - min(input.now.seconds, Self.days * 86_400))
        repeats[0] = Repeat(
            earlier: EarlierPayments(count: all.count - rivals, last: all.last), first: nil,
            isRecent: all.last.map { $0 >= start } ?? false)
    }
}

/// A transaction and its sequence number: another one with the same number cannot be applied beside it.
package struct SequencedTransaction: Hashable, Sendable {
    package let hash: TransactionHash
    package let source: AccountID
    package let sequence: Int64
    package let network: Network

    package init(hash: TransactionHash, source: AccountID, sequence: Int64, network: Network) {
        (self.hash, self.source, self.sequence, self.network) = (hash, source, sequence, network)
    }
}

/// The earlier signatures of a payment, each transaction once.
package struct EarlierPayments: Hashable, Sendable {
    /// The number of transactions that were signed and make it.
    package var count: Int
    /// When the last of them was signed; nil if none was.
    package var last: Timestamp?
    /// Whether an earlier transaction of the batch makes it, which is not signed yet.
    package var isInBatch = false

    package init(count: Int, last: Timestamp?, isInBatch: Bool = false) {
        (self.count, self.last, self.isInBatch) = (count, last, isInBatch)
    }
}

/// Rules about payments that were made before.
extension Rules {
    static let payments = [
        Rule(
            .repeated,
            .operation(PaymentReview.types) { context, findings in
                // A request for an entry's signature has one call, which is no operation.
                guard let one = context.transaction.payments.repeats[findings.operation ?? 0] else { return }
                // A warning that no one reads would let an invoice that was handed in twice be paid twice.
                guard context.transaction.input.isUnread, one.isRecent else { return findings.warn(phrase(one)) }
                findings.hold(
                    "\(phrase(one)): it is paid again only by a person",
                    typing: String(max(1, one.earlier?.count ?? 1)))
            },
            .transaction { context, findings in
                guard !context.input.isPartOfBatch else { return }
                repeated(context.payments.recent, of: context.payments.payments.count, &findings)
            })
    ]

    private static func phrase(_ one: PaymentReview.Repeat) -> Phrase {
        let here: Phrase? =
            if let first = one.first {
                "the same payment as operation \(first + 1)"
            } else if one.earlier?.isInBatch == true {
                "the same payment as one before in this batch"
            } else {
                nil
            }
        guard let earlier = one.earlier, let last = earlier.last else { return here ?? "the same payment again" }
        let day = String(last.rfc3339.prefix(10))
        let also: Phrase = here.map { "; \($0)" } ?? ""
        return switch earlier.count {
        case 1: "the same payment was signed once before, on \(plain: day)\(also)"
        case 2: "the same payment was signed twice before, last on \(plain: day)\(also)"
        default: "the same payment was signed \(earlier.count) times before, last on \(plain: day)\(also)"
        }
    }

    /// Holds what looks like a table that is paid again: a tenth or more of two or more payments.
    static func repeated(_ recent: Int, of payments: Int, _ findings: inout Findings) {
        guard payments > 1, recent > 0, recent * 10 >= payments else { return }
        findings.rule = .repeated
        findings.hold(
            """
            \(recent) of \(payments) payments were signed within the last \(PaymentReview.days) days already: make sure that the table is \
            not paid a second time
            """, typing: String(recent))
    }
}
