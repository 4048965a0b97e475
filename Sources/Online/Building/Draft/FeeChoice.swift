// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
package import StellarXDR
import Workspace

/// The maximum fee of each operation of a transaction.
package enum FeeChoice: Hashable, Sendable {
    /// By the network's recent fees.
    case automatic
    /// In stroops.
    case perOperation(UInt32)

    /// The maximum of an automatic fee, in stroops per operation: 0.1 XLM, from which on the signer warns.
    package static let ceiling: Int64 = 1_000_000

    /// The fee in stroops per operation; an automatic one without a ledger is the network's minimum.
    package func stroops(in ledger: () throws(Failure) -> NetworkLedger?) throws(Failure) -> UInt32 {
        switch self {
        case .automatic:
            guard let ledger = try ledger() else { return TransactionDraft.minimumFee }
            return Self.perOperation(market: try ledger.marketFee())
        case .perOperation(let fee):
            guard fee >= TransactionDraft.minimumFee else {
                throw Failure(
                    .badInput, .fee,
                    "\(fee) is below the minimum of \(TransactionDraft.minimumFee) stroops per operation")
            }
            return fee
        }
    }

    /// An automatic fee, in stroops per operation: what was paid recently is enough for the next ledgers, and the network charges only the
    /// market price.
    package static func perOperation(market: Int64) -> UInt32 {
        UInt32(min(max(market, Int64(TransactionDraft.minimumFee)), ceiling))
    }
}

extension FeeChoice: TextValue {
    /// - Parameter text: `auto`, or stroops for each operation.
    package init(text: String) throws(Failure) {
        self = text == "auto" ? .automatic : .perOperation(try UInt32.read(text))
    }
}

/// The sequence number of a new transaction, or of the first of several.
package enum SequenceChoice: Hashable, Sendable {
    /// The account's next one, even if a request that is not submitted yet has it too.
    case next
    /// After all pending transactions: those that were signed or submitted.
    case afterPending
    /// After all pending transactions and all drafts that are still valid.
    case afterDrafts
    /// This one. The network is not used then, except to simulate a contract call.
    case number(SequenceNumber)

    /// The choice that texts describe.
    package init(_ texts: FieldTexts) throws(Failure) {
        let place: SequenceChoice =
            texts.isOn(.afterDrafts) ? .afterDrafts : texts.isOn(.afterPending) ? .afterPending : .next
        guard let number: SequenceNumber = try texts.optional(.sequence) else {
            self = place
            return
        }
        guard place == .next else {
            throw Failure(
                .usage,
                "\(field: .sequence) cannot be combined with \(field: place == .afterDrafts ? .afterDrafts : .afterPending)"
            )
        }
        self = .number(number)
    }

    /// What a job may use of the state and the servers.
    func allowed(_ context: OnlineContext) -> OnlineContext { number == nil ? context : context.withoutHorizon }

    /// The number that the user gave; nil if it is to be found.
    package var number: SequenceNumber? { if case .number(let number) = self { number } else { nil } }

    /// The number that the user gave, which a new transaction can have.
    func validNumber() throws(Failure) -> SequenceNumber? {
        guard let number else { return nil }
        guard number > 0 else { throw Failure(.badInput, .sequence, "must be above zero") }
        return number
    }

    /// Whether the number comes after others.
    var waits: Bool { self == .afterPending || self == .afterDrafts }
}
