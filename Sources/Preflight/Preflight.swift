// SPDX-License-Identifier: Apache-2.0

import Horizon
package import Stellar
package import StellarXDR
import XDR

/// Goes through transactions as the network would, with the accounts as they are now, and collects what would fail.
///
/// What the ledger cannot be asked, or is not, is in `unchecked`: prices, pools, contracts. What it does not find is no promise:
/// other transactions come between.
package struct Preflight<Source: LedgerSource> {
    package typealias Failure = Source.Failure

    package enum Stage: Hashable, Sendable {
        /// A transaction in the making: its time may still come, and more operations with it.
        case building
        /// One that is about to be sent.
        case sending
    }

    /// What was seen of the ledger.
    package internal(set) var view: Source
    var holdings: [AccountID: Holdings] = [:]
    /// Accounts known not to exist.
    var absent: Set<AccountID> = []
    var complaints: [Complaint] = []
    /// What would fail now, but is for the user to put right before sending; only while building.
    package internal(set) var warnings: [Complaint] = []
    /// Operations of which something was not looked at, and what.
    package private(set) var unchecked: [(operation: Int, what: String)] = []
    /// What can be claimed as the operations so far have left it; nil: nothing any more.
    var claimable: [ClaimableBalanceID: ClaimableBalanceRecord?] = [:]
    /// The one that is gone through.
    private(set) var transaction: Transaction?
    /// Who pays the reserves of whom, between the operations that begin and end it.
    var sponsors: [AccountID: AccountID] = [:]
    var memo: Memo = .none
    let reserve: Int128
    private let stage: Stage
    private let now: Timestamp
    private let ledger: LedgerRecord
    /// The accounts that may be asked for; nil: all.
    private let asking: Set<AccountID>?
    /// Sequence numbers as the transactions so far have left them.
    private var sequences: [AccountID: SequenceNumber] = [:]

    /// - Parameter asking: the only accounts to look at, where others are too many; of those nothing is found out.
    package init(
        _ view: Source, now: Timestamp, _ stage: Stage, asking: Set<AccountID>? = nil
    ) throws(Failure) {
        self.view = view
        self.stage = stage
        self.now = now
        self.asking = asking
        ledger = try self.view.ledger()
        reserve = Int128(ledger.baseReserve.stroops)
    }

    /// Everything wrong with the next transaction: its form, then its operations in order, after those before it.
    package mutating func complaints(about envelope: TransactionEnvelope) throws(Failure) -> [Complaint] {
        let transaction = envelope.innermost
        if let refusal = refusal(of: envelope) { return [Complaint(refusal, transaction)] }
        complaints = []
        warnings = []
        unchecked = []
        self.transaction = transaction
        memo = transaction.memo
        sponsors = [:]
        try header(envelope)
        for (index, operation) in transaction.operations.enumerated() {
            try apply(operation, at: index, source: transaction.sourceAccount.account)
        }
        if stage == .sending, let (sponsored, sponsor) = sponsors.first {
            complain(
                "tx_bad_sponsorship", at: nil,
                "\(sponsor.address) begins to pay the reserves of \(sponsored.address), and nothing ends it",
                hint: "add coldstar-build end-sponsoring-future-reserves --operation-source \(sponsored.address)")
        }
        return complaints
    }

    private func refusal(of envelope: TransactionEnvelope) -> Refusal? {
        let moment = Validity.Moment(
            ledger: UInt32(clamping: ledger.sequence + 1), time: time)
        let fee = UInt32(clamping: ledger.baseFee)
        let refusal = Validity.refusal(of: envelope, baseFee: fee, at: moment)
        guard stage == .building, refusal?.code == .txTooEarly else { return refusal }
        return Validity.refusal(of: envelope, baseFee: fee)
    }

    /// Whether anything may be found out about the account.
    func mayAsk(_ id: AccountID) -> Bool { asking?.contains(id) ?? true }

    // MARK: accounts

    /// The account as the operations so far have left it; nil when there is none.
    mutating func account(_ id: AccountID) throws(Failure) -> Holdings? {
        if let known = holdings[id] { return known }
        if absent.contains(id) { return nil }
        guard let record = try view.account(id) else {
            absent.insert(id)
            return nil
        }
        let found = Holdings(record)
        holdings[id] = found
        return found
    }

    mutating func complain(_ code: String?, at index: Int?, _ message: String, hint: String? = nil) {
        complaints.append(Complaint(code, operation: index, message, hint: hint))
    }

    mutating func leaveOpen(_ index: Int, _ what: String) { unchecked.append((index, what)) }

    /// When the next ledger closes, about, in seconds since 1970.
    var time: UInt64 { max(ledger.closedAt, now).seconds }

    /// Something that other transactions, sent before this one, may put right.
    mutating func complainUnlessBuilding(_ code: String?, at index: Int?, _ message: String, hint: String? = nil) {
        let complaint = Complaint(code, operation: index, message, hint: hint)
        if stage == .building { warnings.append(complaint) } else { complaints.append(complaint) }
    }

    // MARK: the transaction

    private mutating func header(_ envelope: TransactionEnvelope) throws(Failure) {
        let transaction = envelope.innermost
        let fee: Int128
        switch envelope.content {
        case .transaction(let plain): fee = Int128(plain.fee)
        case .feeBump(let bump): fee = Int128(bump.fee)
        }
        let payer = envelope.feeSource.account
        guard var paying = try account(payer) else {
            return complain(
                "tx_no_source_account", at: nil, "the account \(payer.address) that pays the fee does not exist",
                hint: missingAccountHint)
        }
        if paying.native - paying.nativeSelling < fee || paying.spare(reserve: reserve) < fee {
            complain(
                "tx_insufficient_balance", at: nil,
                "\(payer.address) cannot pay the fee of \(Self.units(fee)) XLM: it can spare "
                    + "\(Self.units(max(0, paying.spare(reserve: reserve)))) XLM above its reserve")
        }
        paying.native -= fee
        holdings[payer] = paying
        try checkSequence(transaction)
    }

    private mutating func checkSequence(_ transaction: Transaction) throws(Failure) {
        let source = transaction.sourceAccount.account
        guard let record = try view.account(source) else {
            return complain(
                "tx_no_source_account", at: nil, "the source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        let current = sequences[source] ?? record.sequence
        sequences[source] = max(current, transaction.seqNum)
        if let conditions = transaction.cond.extended { checkAge(of: record, conditions) }
        let lowest = transaction.cond.extended?.minSeqNum
        let isNext =
            lowest.map { $0 <= current && current < transaction.seqNum }
            ?? (current < .max && current + 1 == transaction.seqNum)
        guard !isNext else { return }
        let message =
            "the transaction has sequence number \(transaction.seqNum), the account \(source.address) is at \(current)"
        if transaction.seqNum <= current {
            complain(
                "tx_bad_seq", at: nil, message,
                hint: "this number is used: look whether the transaction went in already (coldstar-submit status)")
        } else {
            complainUnlessBuilding(
                "tx_bad_seq", at: nil, message, hint: "transactions with the numbers before it have to go in first")
        }
    }

    /// Whether the account's sequence number has rested for as long as the preconditions ask; as time goes by it will have.
    private mutating func checkAge(of record: AccountRecord, _ conditions: PreconditionsV2) {
        let age = record.sequenceTime.map { time - min(time, $0.seconds) } ?? .max
        let ledgers = record.sequenceLedger.map { Int128(ledger.sequence) + 1 - Int128($0) } ?? .max
        guard age < conditions.minSeqAge || ledgers < Int128(conditions.minSeqLedgerGap) else { return }
        complainUnlessBuilding(
            "tx_bad_minseq_age_or_gap", at: nil,
            "the sequence number of \(record.id.address) was used \(age) seconds and \(ledgers) ledgers ago, and the transaction "
                + "waits for \(conditions.minSeqAge) seconds and \(conditions.minSeqLedgerGap) ledgers",
            hint: "send it later")
    }

    var missingAccountHint: String? {
        view.network == .public ? nil : "on a test network: coldstar-build fund ACCOUNT"
    }

    // MARK: text

    static func units(_ stroops: Int128) -> String { Amount(stroops: Int64(clamping: stroops)).text }
}

extension Complaint {
    /// What the network would refuse whatever the accounts hold; nil when nothing.
    package init?(formOf envelope: TransactionEnvelope) {
        guard let refusal = Validity.refusal(of: envelope) else { return nil }
        self.init(refusal, envelope.innermost)
    }

    /// A refusal for the transaction's form.
    fileprivate init(_ refusal: Refusal, _ transaction: Transaction) {
        let hash = Hash()
        let codes = ResultCodes(refusal.result(fee: 0, innerHash: hash))
        let code =
            refusal.operation.flatMap { $0 < codes.operations.count ? codes.operations[$0] : nil }
            ?? codes.innerTransaction ?? codes.transaction
        let place =
            refusal.operation.map { "operation \($0 + 1) (\(transaction.operations[$0].type.name))" }
            ?? (refusal.isInner ? "the inner transaction" : "the transaction")
        let explanation =
            refusal.operation.map { ResultText.operation(code, of: transaction.operations[$0].type) }
            ?? ResultText.transaction(code)
        self.init(
            code, operation: refusal.operation, "\(place) would be refused: \(explanation.meaning)",
            hint: explanation.advice)
    }
}
