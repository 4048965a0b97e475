// SPDX-License-Identifier: Apache-2.0

import Horizon
package import Stellar
package import StellarXDR
import XDR

/// Applies transactions to what a server tells of the accounts, operation by operation as the ledger does, and collects what fails.
///
/// What the server does not tell stays unknown: only what fails whatever it is becomes a complaint, and `unchecked` names the rest: prices,
/// pools, contracts. No complaint is no promise: other transactions come between.
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
    /// The ledger behind the transactions so far.
    var base = World()
    /// What the operations of the current transaction have changed so far.
    var world = World()
    var complaints: [Complaint] = []
    /// What would fail now, but is for the user to put right before sending; only while building.
    package internal(set) var warnings: [Complaint] = []
    /// Operations of which something was not looked at, and what.
    package private(set) var unchecked: [(operation: Int, what: String)] = []
    /// The one that is gone through.
    private(set) var transaction: Transaction?
    let reserve: Int128
    let stage: Stage
    private let now: Timestamp
    let ledger: LedgerRecord
    /// The accounts that may be asked for; nil: all.
    private let asking: Set<AccountID>?

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

    /// What is wrong with the next transaction: its form, or its number, its fee and the first fault of each operation, applied in order
    /// behind the transactions before it.
    package mutating func complaints(about envelope: TransactionEnvelope) throws(Failure) -> [Complaint] {
        let transaction = envelope.innermost
        if let refusal = unsupported(transaction, before: refusal(of: envelope)) {
            return [Complaint(refusal, transaction)]
        }
        complaints = []
        warnings = []
        unchecked = []
        world = World()
        self.transaction = transaction
        try header(envelope)
        base.merge(world)
        world = World()
        for (index, operation) in transaction.operations.enumerated() {
            let before = world
            guard let fault = try apply(operation, at: index, in: transaction) else { continue }
            // As in the ledger, an operation that fails changes nothing, and those behind it are tried all the same.
            world = before
            note(fault, at: index)
        }
        let fails = complaints.contains { $0.operation != nil && $0.code != nil }
        if stage == .sending, !fails, let (sponsored, sponsor) = world.sponsors.first {
            complaints.append(
                Complaint(
                    "tx_bad_sponsorship",
                    "\(sponsor.address) begins to pay the reserves of \(sponsored.address), and nothing ends it",
                    hint: "add coldstar-build end-sponsoring-future-reserves --operation-source \(sponsored.address)"))
        }
        if stage == .building || !fails { base.merge(world) }
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

    /// The first operation that no network does any more, or else the other refusal, unless that is found before. The network then looks at
    /// no other operation.
    ///
    /// - Source: stellar-core `OperationFrame::checkValid`, `isOpSupported`.
    private func unsupported(_ transaction: Transaction, before refusal: Refusal?) -> Refusal? {
        if let refusal, refusal.operation == nil { return refusal }
        let place = transaction.operations.elements.firstIndex { operation in
            if case .inflation = operation.body { true } else { false }
        }
        guard let place, place < refusal?.operation ?? .max else { return refusal }
        return Refusal(operation: place, .opNotSupported, of: transaction)
    }

    /// Whether anything may be found out about the account.
    func mayAsk(_ id: AccountID) -> Bool { asking?.contains(id) ?? true }

    /// When the next ledger closes, about, in seconds since 1970.
    var time: UInt64 { max(ledger.closedAt, now).seconds }

    /// The sequence number that an account starts with when the next ledger creates it.
    var startingSequence: SequenceNumber { SequenceNumber(clamping: ledger.sequence + 1) << 32 }

    var missingAccountHint: String? {
        view.network == .public ? nil : "on a test network: coldstar-build fund ACCOUNT"
    }

    // MARK: accounts

    /// The account as the operations so far have left it; nil when there is none.
    mutating func account(_ id: AccountID) throws(Failure) -> AccountState? {
        if let known = world.accounts[id] ?? base.accounts[id] { return known }
        let found = try view.account(id).map(AccountState.init)
        base.accounts[id] = .some(found)
        return found
    }

    /// Changes an account that exists.
    mutating func update(_ id: AccountID, _ change: (inout AccountState) -> Void) throws(Failure) {
        guard var state = try account(id) else { return }
        change(&state)
        world.accounts[id] = .some(state)
    }

    /// Whether the asset changed hands in amounts that are not known, here or in a transaction before.
    func isTraded(_ asset: Asset) -> Bool { world.traded.contains(asset) || base.traded.contains(asset) }

    /// Whether anyone's open offers may have been filled.
    var hasTraded: Bool { !world.traded.isEmpty || !base.traded.isEmpty }

    // MARK: what is found

    private mutating func note(_ fault: Fault, at index: Int) {
        let complaint = Complaint(fault.code, operation: index, fault.message, hint: fault.hint)
        if fault.mayPass, stage == .building { warnings.append(complaint) } else { complaints.append(complaint) }
    }

    mutating func leaveOpen(_ index: Int, _ what: String) { unchecked.append((index, what)) }

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
