// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// What a user wants of a transaction, apart from its operation.
package struct TransactionParameters: Sendable {
    private let reachable: OnlineContext
    private var knownFinder: AccountFinder?
    package var network: NetworkSelection
    package var now: Timestamp
    /// The network that the operation's input names, for a user who names none. `BuildJob` sets it.
    var documented: Network?
    /// The transaction to which the operation is appended; nil for a new one.
    package var earlier: UnsignedTransaction?
    /// The account that acts.
    package var source: AccountReference?
    /// The account that acts in this operation alone.
    package var operationSource: AccountReference?
    package var memo: Memo?
    package var conditions = ConditionInput()
    package var fee = FeeChoice.automatic
    package var sequence = SequenceChoice.next
    /// Whether its only operation is a contract call, for which Stellar RPC knows all that is needed of the ledger.
    /// `BuildJob` sets it.
    var callsContract = false
    /// A note for the signer.
    package var note: String?

    package init(context: OnlineContext, network: NetworkSelection, now: Timestamp) {
        reachable = context.forOneJob
        self.network = network
        self.now = now
    }

    /// The state and the servers that the transaction may be built with.
    package var context: OnlineContext { sequence.allowed(reachable) }

    /// Finds accounts. One that has found some already does not look them up again.
    package var finder: AccountFinder {
        get { knownFinder ?? AccountFinder(context) }
        set { knownFinder = newValue }
    }

    /// Takes what texts say of the accounts that act, memo, preconditions, fee, sequence number and note.
    package mutating func fill(_ texts: FieldTexts) throws(Failure) {
        source = try texts.optional(.source)
        operationSource = try texts.optional(.operationSource)
        memo = try texts.optional(.memo)
        conditions = try ConditionInput(texts)
        fee = try texts.optional(.fee) ?? .automatic
        sequence = try SequenceChoice(texts)
        note = texts[.note]
    }

    /// Rejects what an appended operation cannot change.
    func checkForAppending() throws(Failure) {
        var fixed: [Wording] = memo == nil ? [] : ["\(field: .memo)"]
        fixed += conditions.given.map { "\(field: $0)" }
        if sequence == .afterPending { fixed.append("the sequence number, by \(field: .afterPending),") }
        if sequence == .afterDrafts { fixed.append("the sequence number, by \(field: .afterDrafts),") }
        guard let name = fixed.first else { return }
        throw Failure(
            .usage, "\(name) cannot be changed by \(field: .appendTo): the transaction has it already")
    }
}

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

    /// An automatic fee, in stroops per operation: what was paid recently is enough for the next ledgers, and the
    /// network charges only the market price.
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
