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
    /// A note for the signer.
    package var note: String?
    /// An earlier transaction of which this one takes what only its request says; `BuildJob` does not set it.
    var model: ModelTransaction?

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

/// When a transaction stops being valid.
package enum Expiry: Hashable, Sendable {
    /// This long from now, or from the time before which it is not valid.
    case after(TimeSpan)
    /// At this time; 0 stands for never, as in the protocol.
    case at(Timestamp)
    /// Only once its sequence number is used.
    case never

    /// A day, because signing offline takes time.
    package static let usual = Expiry.after(TimeSpan(seconds: 86_400))
}

/// The preconditions that a user wants of a transaction; nil or empty for none.
package struct ConditionInput: Hashable, Sendable {
    /// Nil for the usual one.
    package var expiry: Expiry?
    package var minTime: Timestamp?
    package var minLedger: UInt32?
    /// The first ledger that is too late.
    package var maxLedger: UInt32?
    package var minSeqNum: SequenceNumber?
    package var minSeqAge: TimeSpan?
    package var minSeqLedgerGap: UInt32?
    package var extraSigners: [SignerKey] = []

    package init() {}

    /// The preconditions that texts describe.
    package init(_ texts: FieldTexts) throws(Failure) {
        let (validFor, maxTime, noExpiry) = (texts[.validFor], texts[.maxTime], texts.isOn(.noExpiry))
        guard [validFor != nil, maxTime != nil, noExpiry].count(where: { $0 }) <= 1 else {
            throw Failure(.usage, "give only one of \(field: .validFor), \(field: .maxTime) and \(field: .noExpiry)")
        }
        if let validFor {
            expiry = .after(try FieldID.validFor.value(of: validFor))
        } else if let maxTime {
            expiry = .at(try FieldID.maxTime.value(of: maxTime))
        } else if noExpiry {
            expiry = .never
        }
        minTime = try texts.optional(.minTime)
        minLedger = try texts.optional(.minLedger)
        maxLedger = try texts.optional(.maxLedger)
        minSeqNum = try texts.optional(.minSeqNum)
        minSeqAge = try texts.optional(.minSeqAge)
        minSeqLedgerGap = try texts.optional(.minSeqLedgerGap)
        extraSigners = try texts.values(.extraSigner)
    }

    /// The inputs that were given.
    package var given: [FieldID] {
        let end: FieldID? =
            switch expiry {
            case nil: nil
            case .after?: .validFor
            case .at?: .maxTime
            case .never?: .noExpiry
            }
        let others: [(FieldID, Bool)] = [
            (.minTime, minTime != nil), (.minLedger, minLedger != nil), (.maxLedger, maxLedger != nil),
            (.minSeqNum, minSeqNum != nil), (.minSeqAge, minSeqAge != nil),
            (.minSeqLedgerGap, minSeqLedgerGap != nil), (.extraSigner, !extraSigners.isEmpty),
        ]
        return (end.map { [$0] } ?? []) + others.filter(\.1).map(\.0)
    }

    /// The preconditions in the oldest form that can express them, so that nothing more than was asked for is signed.
    package func preconditions(now: Timestamp) throws(Failure) -> Preconditions {
        let time = try timeBounds(now: now)
        let extended = PreconditionsV2(
            timeBounds: time, ledgerBounds: try ledgerBounds(), minSeqNum: minSeqNum,
            minSeqAge: minSeqAge?.seconds ?? 0, minSeqLedgerGap: minSeqLedgerGap ?? 0, extraSigners: try signers())
        let plain = PreconditionsV2(
            timeBounds: time, ledgerBounds: nil, minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0,
            extraSigners: BoundedArray())
        if extended != plain { return .v2(extended) }
        return time.map(Preconditions.time) ?? .none
    }

    private func timeBounds(now: Timestamp) throws(Failure) -> TimeBounds? {
        let end: UInt64
        switch expiry ?? .usual {
        case .never: end = 0
        case .at(let time): end = time.seconds
        case .after(let span):
            let (sum, overflow) = max(now, minTime ?? now).seconds.addingReportingOverflow(span.seconds)
            guard !overflow else { throw Failure(.badInput, "\(field: .minTime) is out of range") }
            end = sum
        }
        guard end == 0 || end > now.seconds else {
            throw Failure(.badInput, .maxTime, "the transaction would already be expired")
        }
        if let minTime, end != 0, minTime.seconds > end {
            throw Failure(.badInput, "\(field: .minTime) is after the expiry")
        }
        guard minTime != nil || end != 0 else { return nil }
        return TimeBounds(minTime: minTime?.seconds ?? 0, maxTime: end)
    }

    private func ledgerBounds() throws(Failure) -> LedgerBounds? {
        guard minLedger != nil || maxLedger != nil else { return nil }
        if let first = minLedger, let end = maxLedger, end != 0, first >= end {
            throw Failure(.badInput, .maxLedger, "no ledger is left, since maxLedger is exclusive")
        }
        return LedgerBounds(minLedger: minLedger ?? 0, maxLedger: maxLedger ?? 0)
    }

    private func signers() throws(Failure) -> BoundedArray<SignerKey, 2> {
        for (index, signer) in extraSigners.enumerated() where extraSigners[..<index].contains(signer) {
            throw Failure(.badInput, .extraSigner, "\(signer.address) is given twice")
        }
        guard let bounded = BoundedArray<SignerKey, 2>(extraSigners) else {
            throw Failure(.badInput, .extraSigner, "at most two are allowed")
        }
        return bounded
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
    ///
    /// - Parameter forContracts: whether it is the inclusion fee of a contract call.
    package func stroops(
        forContracts: Bool = false, in ledger: () throws(Failure) -> AnyLedger?
    ) throws(Failure) -> UInt32 {
        switch self {
        case .automatic:
            guard let ledger = try ledger() else { return TransactionDraft.minimumFee }
            return Self.perOperation(market: try ledger.marketFee(forContracts: forContracts))
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
    /// The account's next one, whatever has it: what does can no longer be applied once this was.
    case overtaking
    /// After all pending transactions: those that were signed or submitted.
    case afterPending
    /// After all pending transactions and all drafts that are still valid.
    case afterDrafts
    /// The first one that neither a pending transaction nor a draft has; this one, if it is free.
    case firstFree(SequenceNumber?)
    /// That of the transaction in whose place this one is built, so that at most one of the two is applied.
    case replacing(SequenceNumber)
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

    /// Whether the number depends on those that others take.
    var waits: Bool {
        switch self {
        case .next, .overtaking, .replacing, .number: false
        case .afterPending, .afterDrafts, .firstFree: true
        }
    }
}
