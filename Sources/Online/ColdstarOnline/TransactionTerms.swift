// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Stellar

/// Everything about a transaction besides its source account and its operations.
public struct TransactionTerms: Hashable, Sendable {
    /// Which sequence number the transaction takes.
    public enum SequenceChoice: Hashable, Sendable {
        /// The account's next one, even if a request that is not submitted yet has it too: only one of the two can be applied.
        case next
        /// The one after all pending transactions: those that were signed or submitted.
        case afterPending
        /// The one after all pending transactions and all requests that can still be signed.
        case afterDrafts

        var value: Building.SequenceChoice {
            switch self {
            case .next: .next
            case .afterPending: .afterPending
            case .afterDrafts: .afterDrafts
            }
        }
    }

    public var memo: Memo?
    /// How long the transaction can be applied, from now, in whole seconds; a day by default, because signing offline takes time. Nil
    /// for no expiry: anyone who has the signed transaction can then submit it until its sequence number is used.
    public var validity: Swift.Duration?
    /// The maximum fee of each operation in stroops, at least 100; nil to choose it by the network's recent fees.
    public var feePerOperation: UInt32?
    public var sequence: SequenceChoice
    /// A note for the person who signs, at most 1000 bytes. It is recorded, but not part of the transaction.
    public var note: String?

    public init(
        memo: Memo? = nil, validity: Swift.Duration? = .seconds(86_400), feePerOperation: UInt32? = nil,
        sequence: SequenceChoice = .next, note: String? = nil
    ) {
        self.memo = memo
        self.validity = validity
        self.feePerOperation = feePerOperation
        self.sequence = sequence
        self.note = note
    }
}

extension DraftRequest {
    mutating func take(_ terms: TransactionTerms) throws(Failure) {
        memo = terms.memo?.value
        conditions.expiry =
            try terms.validity.map { duration throws(Failure) in
                guard let seconds = UInt64(exactly: duration.components.seconds), seconds > 0,
                    seconds <= TimeSpan.longest.seconds
                else { throw Failure(.badInput, .validFor, "must be from one second to ten years") }
                return .after(TimeSpan(seconds: seconds))
            } ?? .never
        fee = terms.feePerOperation.map { .perOperation($0) } ?? .automatic
        sequence = terms.sequence.value
        note = terms.note
    }
}
