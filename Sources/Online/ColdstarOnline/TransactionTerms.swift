// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
public import ColdstarStellar
import Stellar
import StellarXDR

/// Everything about a transaction besides its source account and its operations.
public struct TransactionTerms: Hashable, Sendable {
    /// Which sequence number the transaction takes.
    public enum SequenceChoice: Hashable, Sendable {
        /// The account's next one, even if a request that is not submitted yet has it too: only one of the two can be
        /// applied.
        case next
        /// The one after all pending transactions: those that were signed or submitted.
        case afterPending
        /// The one after all pending transactions and all requests that can still be signed.
        case afterDrafts
        /// This one, above zero. No server is asked then, and nothing is checked against the ledger.
        case number(Int64)

        var value: Building.SequenceChoice {
            switch self {
            case .next: .next
            case .afterPending: .afterPending
            case .afterDrafts: .afterDrafts
            case .number(let number): .number(number)
            }
        }
    }

    /// The memo, which tells the recipient which customer or invoice a payment is for; nil for none.
    public var memo: ColdstarStellar.Memo?
    /// How long the transaction can be applied, from now, in whole seconds; a day by default, because signing offline
    /// takes time. Nil for no expiry: anyone who has the signed transaction can then submit it until its sequence
    /// number is used.
    public var validity: Swift.Duration?
    /// The first second, since 1970, at which it can be applied; nil for now. The validity counts from it.
    public var minimumTime: UInt64?
    /// The first ledger in which it can be applied; nil for any.
    public var minimumLedger: UInt32?
    /// The first ledger in which it can no longer be applied (maxLedger is exclusive); nil for none.
    public var maximumLedger: UInt32?
    /// The minimum sequence number of the account (minSeqNum); nil if it must be exactly one below the transaction's.
    public var minimumSequenceNumber: Int64?
    /// The minimum age of the account's sequence number, in whole seconds (minSeqAge); nil for any.
    public var minimumSequenceAge: Swift.Duration?
    /// The minimum age of the account's sequence number, in ledgers (minSeqLedgerGap); nil for any.
    public var minimumSequenceLedgerGap: UInt32?
    /// Who must sign besides the accounts, at most two.
    public var extraSigners: [ColdstarStellar.SignerKey] = []
    /// The maximum fee of each operation in stroops, at least 100; nil to choose it by the network's recent fees.
    public var feePerOperation: UInt32?
    /// Which sequence number it takes.
    public var sequence: SequenceChoice
    /// A note for the person who signs, at most 1000 bytes. It is recorded, but not part of the transaction.
    public var note: String?

    /// The terms that most transactions have; for the others, set the properties.
    ///
    /// The parameters are the properties.
    public init(
        memo: ColdstarStellar.Memo? = nil, validity: Swift.Duration? = .seconds(86_400), feePerOperation: UInt32? = nil,
        sequence: SequenceChoice = .next, note: String? = nil
    ) {
        self.memo = memo
        self.validity = validity
        self.feePerOperation = feePerOperation
        self.sequence = sequence
        self.note = note
    }

    func conditions() throws(Failure) -> ConditionInput {
        var conditions = ConditionInput()
        conditions.expiry = if let validity { .after(try Self.span(validity, .validFor)) } else { .never }
        conditions.minTime = minimumTime.map { Timestamp($0) }
        conditions.minLedger = minimumLedger
        conditions.maxLedger = maximumLedger
        conditions.minSeqNum = minimumSequenceNumber
        if let minimumSequenceAge { conditions.minSeqAge = try Self.span(minimumSequenceAge, .minSeqAge) }
        conditions.minSeqLedgerGap = minimumSequenceLedgerGap
        conditions.extraSigners = extraSigners.map(\.value)
        return conditions
    }

    var fee: FeeChoice { feePerOperation.map { .perOperation($0) } ?? .automatic }

    private static func span(_ duration: Swift.Duration, _ field: FieldID) throws(Failure) -> TimeSpan {
        guard let seconds = UInt64(exactly: duration.components.seconds), seconds > 0,
            seconds <= TimeSpan.longest.seconds
        else { throw Failure(.badInput, field, "must be from one second to ten years") }
        return TimeSpan(seconds: seconds)
    }
}
