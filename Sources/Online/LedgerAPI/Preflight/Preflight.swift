// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerXDR
package import Stellar
package import StellarXDR

/// A simulation that applies transactions, operation by operation as the ledger does, to the accounts reported by a
/// server, and collects what fails.
///
/// What the server does not report stays unknown: only what fails whatever its value becomes a rejection, and
/// `unchecked` names the rest: prices, pools, contracts. The absence of rejections guarantees nothing, because other
/// transactions may be applied first.
package struct Preflight<Source: LedgerSource> {
    package typealias Failure = Source.Failure

    package enum Stage: Hashable, Sendable {
        /// A transaction being built: its minimum time may still come, and more operations may be added.
        case building
        /// A transaction that is about to be submitted.
        case sending
    }

    /// The source of ledger state.
    package var view: Source
    /// The ledger state after the transactions so far.
    var base = World()
    /// The changes made by the operations of the current transaction so far.
    var world = World()
    var rejections: [ForecastRejection] = []
    /// How many of the rejections are about a fee bump itself; nil for other transactions.
    var outerRejections: Int?
    /// What would fail now, but can be put right before submission; only while building.
    package internal(set) var warnings: [ForecastRejection] = []
    /// Operations that were checked only in part, with what was left out.
    package private(set) var unchecked: [(operation: Int, what: String)] = []
    /// The transaction being applied.
    private(set) var transaction: Transaction?
    let reserve: Int128
    let frozen: FrozenEntries
    let stage: Stage
    let now: Timestamp
    let ledger: LedgerRecord
    /// The accounts that may be fetched; nil for all.
    private let asking: Set<AccountID>?

    /// - Parameter asking: the only accounts to fetch, when there are too many; nothing is checked about others.
    package init(
        _ view: Source, now: Timestamp, _ stage: Stage, asking: Set<AccountID>? = nil
    ) throws(Failure) {
        self.view = view
        self.stage = stage
        self.now = now
        self.asking = asking
        ledger = try self.view.ledger()
        frozen = try self.view.frozen()
        reserve = Int128(ledger.baseReserve.stroops)
    }

    /// The rejections about the next transaction, applied after those before it, in the order of the network's checks:
    /// the form of its header, or else its sequence number and its fee, then the form of its operations, or else the
    /// first fault of each in order.
    ///
    /// - Source: stellar-core `TransactionFrame::checkValid` and `FeeBumpTransactionFrame::checkValid`.
    package mutating func rejections(about transaction: HashedTransaction) throws(Failure) -> [ForecastRejection] {
        outerRejections = nil
        try check(transaction)
        if let outerRejections {
            for index in outerRejections..<rejections.count { rejections[index].isInner = true }
        }
        return rejections
    }

    private mutating func check(_ hashed: HashedTransaction) throws(Failure) {
        let envelope = hashed.envelope
        let transaction = envelope.innermost
        rejections = []
        warnings = []
        unchecked = []
        world = World()
        self.transaction = transaction
        if let rejection = headerRejection(envelope) {
            rejections.append(rejection)
            return
        }
        checkFrozen(hashed)
        try header(envelope)
        let isBump = if case .feeBump = envelope.content { true } else { false }
        if let rejection = operationsRejection(of: transaction) {
            rejections.append(ForecastRejection(isBump ? rejection.inside : rejection, transaction))
            return
        }
        try removeOneTimeSigners(of: hashed)
        base.merge(world)
        world = World()
        for (index, operation) in transaction.operations.enumerated() {
            let before = world
            guard let fault = try apply(operation, at: index, in: transaction) else { continue }
            // As in the ledger, a failing operation changes nothing, and later operations are still tried.
            world = before
            note(fault, at: index)
        }
        let fails = rejections.contains { $0.operation != nil && $0.code != nil }
        if stage == .sending, !fails, let (sponsored, sponsor) = world.sponsors.first {
            rejections.append(
                ForecastRejection(
                    .txBadSponsorship,
                    "\(sponsor.address) begins to pay the reserves of \(sponsored.address), and nothing ends it",
                    hint: "add \(step: .build(.endSponsoring(account: sponsored.address)))"))
        }
        if stage == .building || !fails { base.merge(world) }
    }

    /// Whether the account may be fetched.
    func mayAsk(_ id: AccountID) -> Bool { asking?.contains(id) ?? true }

    /// The approximate close time of the next ledger, in seconds since 1970.
    var time: UInt64 { max(ledger.closedAt, now).seconds }

    /// The sequence number that an account starts with when the next ledger creates it.
    var startingSequence: SequenceNumber { SequenceNumber(clamping: ledger.sequence + 1) << 32 }

    var missingAccountHint: Wording? {
        view.network == .public ? nil : "on a test network: \(step: .build(.fund(account: nil)))"
    }

    // MARK: accounts

    /// The account after the operations so far; nil when it does not exist.
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

    /// Whether the asset was traded in unknown amounts, in this transaction or an earlier one.
    func isTraded(_ asset: Asset) -> Bool { world.traded.contains(asset) || base.traded.contains(asset) }

    /// The most reserves of others that the account may no longer pay: of entries that were removed, the server does
    /// not name the sponsor.
    func mostReleased(_ state: AccountState) -> Int128 { min(world.released + base.released, state.sponsoring.high) }

    /// Whether anyone's open offers may have been filled.
    var hasTraded: Bool { !world.traded.isEmpty || !base.traded.isEmpty }

    // MARK: what is found

    private mutating func note(_ fault: OperationFailure, at index: Int) {
        var rejection = ForecastRejection(fault.code, operation: index, fault.message, hint: fault.hint)
        rejection.isFromApplying = true
        if fault.mayPass, stage == .building { warnings.append(rejection) } else { rejections.append(rejection) }
    }

    mutating func leaveOpen(_ index: Int, _ what: String) { unchecked.append((index, what)) }

    static func units(_ stroops: Int128) -> String { Amount(stroops: Int64(clamping: stroops)).text }
}

/// The form of a transaction, by the rules that need no accounts.
extension Preflight {
    /// The rejection about the form of the outermost transaction, without its operations.
    func headerRejection(_ envelope: TransactionEnvelope) -> ForecastRejection? {
        rejection(about: envelope.innermost) { moment in
            Validity.headerRejection(of: envelope, baseFee: UInt32(clamping: ledger.baseFee), at: moment)
        }
    }

    /// The rejection about the form of a fee bump's inner transaction, without its operations.
    private func innerRejection(_ inner: Transaction) -> ForecastRejection? {
        rejection(about: inner) { moment in
            Validity.headerRejection(of: inner, baseFee: nil, at: moment)?.inside
        }
    }

    /// The forecast of a rejection that may depend on the time.
    ///
    /// - Parameter rejection: the rejection at a moment; without one, only for bounds that can never hold.
    private func rejection(
        about transaction: Transaction, _ rejection: (Validity.Moment?) -> Rejection?
    ) -> ForecastRejection? {
        let next = UInt32(clamping: ledger.sequence + 1)
        guard let found = rejection(Validity.Moment(ledger: next, time: time)) else { return nil }
        if stage == .building, found.code == .txTooEarly {
            return rejection(nil).map { ForecastRejection($0, transaction) }
        }
        // One clock alone does not end a transaction.
        guard found.code == .txTooLate,
            rejection(Validity.Moment(ledger: next, time: min(ledger.closedAt, now).seconds))?.code != .txTooLate
        else { return ForecastRejection(found, transaction) }
        let end = Timestamp(transaction.cond.timeBounds?.maxTime ?? 0).utc
        var rejection = ForecastRejection(
            .txTooLate,
            ledger.closedAt > now
                ? "it expired at \(end) by the ledger's time (\(ledger.closedAt.utc)), but not by this machine's clock (\(now.utc))"
                : "it expired at \(end) by this machine's clock (\(now.utc)), but not by the ledger's time (\(ledger.closedAt.utc))",
            hint: "set this machine's clock, or ask another server")
        rejection.isUnproven = true
        return rejection
    }

    /// The rejection for the first operation that is malformed, or that the network no longer supports. The network
    /// then checks no other operation.
    ///
    /// - Source: stellar-core `OperationFrame::checkValid`, `isOpSupported`.
    func operationsRejection(of transaction: Transaction) -> Rejection? {
        let rejection = Validity.operationsRejection(of: transaction)
        let place = transaction.operations.elements.firstIndex { operation in
            if case .inflation = operation.body { true } else { false }
        }
        guard let place, place < rejection?.operation ?? .max else { return rejection }
        return Rejection(operation: place, .notSupported)
    }
}

/// The fee and the sequence number of a transaction.
extension Preflight {
    mutating func header(_ envelope: TransactionEnvelope) throws(Failure) {
        let transaction = envelope.innermost
        let payer = envelope.feeSource.account
        guard let spare = try spare(.native, of: payer) else {
            return reject(
                .txNoSourceAccount, "the account \(payer.address) that pays the fee does not exist",
                hint: missingAccountHint)
        }
        let fee = charge(for: envelope)
        try update(payer) { $0.native -= fee }
        // The network checks a fee bump's fee first, any other fee after the sequence number.
        let isBump = if case .feeBump = envelope.content { true } else { false }
        if !isBump { try checkSequence(transaction) }
        if spare.high < fee.high {
            reject(
                .txInsufficientBalance,
                "\(payer.address) cannot pay the fee of \(Self.units(fee.high)) XLM: it can spare "
                    + "\(Self.units(max(0, spare.high))) XLM above its reserve")
        }
        guard isBump else { return }
        outerRejections = rejections.count
        if let rejection = innerRejection(transaction) {
            rejections.append(rejection)
            return
        }
        try checkSequence(transaction)
    }

    /// The fee that the network charges: from the base fee per operation up to the bid.
    private func charge(for envelope: TransactionEnvelope) -> Bounds {
        let operations = envelope.innermost.operations.count
        switch envelope.content {
        case .transaction(let plain):
            let least = Int128(ledger.baseFee) * Int128(operations)
            return Bounds(min(least, Int128(plain.fee)), Int128(plain.fee))
        case .feeBump(let bump):
            let least = Int128(ledger.baseFee) * Int128(operations + 1)
            return Bounds(min(least, Int128(bump.fee)), Int128(bump.fee))
        }
    }

    private mutating func checkSequence(_ transaction: Transaction) throws(Failure) {
        let source = transaction.sourceAccount.account
        guard let state = try account(source) else {
            return reject(
                .txNoSourceAccount, "the source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        try update(source) { $0.sequence = max($0.sequence, transaction.seqNum) }
        checkNumber(of: transaction, after: state.sequence)
        guard let conditions = transaction.cond.extended else { return }
        checkAge(of: source, try view.account(source), conditions)
    }

    /// - Source: stellar-core `TransactionFrame::isBadSeq`.
    private mutating func checkNumber(of transaction: Transaction, after current: SequenceNumber) {
        let lowest = transaction.cond.extended?.minSeqNum
        let isNext =
            lowest.map { $0 <= current && current < transaction.seqNum }
            ?? (current < .max && current + 1 == transaction.seqNum)
        guard transaction.seqNum != startingSequence else {
            return reject(
                .txBadSeq,
                "the transaction has sequence number \(startingSequence), the number that accounts made in the next ledger start with: "
                    + "no transaction of that ledger may have it",
                hint: "send it one ledger later", mayPass: true)
        }
        guard !isNext else { return }
        let source = transaction.sourceAccount.account
        let message =
            "the transaction has sequence number \(transaction.seqNum), the account \(source.address) is at \(current)"
        if transaction.seqNum <= current {
            reject(
                .txBadSeq, message,
                hint:
                    "this number is used: check whether the transaction was applied already (\(step: .submit(.status)))"
            )
        } else {
            reject(
                .txBadSeq, message, hint: "transactions with the numbers before it have to be applied first",
                mayPass: true)
        }
    }

    /// Checks the minimum age and ledger gap of the account's sequence number that the preconditions require. An
    /// account that has never used a number counts from ledger 0 and time 0.
    ///
    /// - Source: stellar-core `isTooEarlyForAccount`.
    private mutating func checkAge(of source: AccountID, _ record: AccountRecord?, _ conditions: PreconditionsV2) {
        let next = ledger.sequence + 1
        let age = Int128(time) - Int128(record?.sequenceTime?.seconds ?? 0)
        let ledgers = next - (record?.sequenceLedger ?? 0)
        guard age < Int128(conditions.minSeqAge) || ledgers < Int64(conditions.minSeqLedgerGap) else { return }
        let past =
            record?.sequenceLedger == nil
            ? "has never been used, and the next ledger is \(next)"
            : "was used \(max(0, age)) seconds and \(ledgers) ledgers ago"
        reject(
            .txBadMinseqAgeOrGap,
            "the sequence number of \(source.address) \(past); the transaction requires \(conditions.minSeqAge) seconds "
                + "and \(conditions.minSeqLedgerGap) ledgers",
            hint: "send it later", mayPass: true)
    }

    /// - Parameter mayPass: whether time, or transactions submitted before this one, may remedy it.
    private mutating func reject(_ code: ResultCode, _ message: String, hint: Wording? = nil, mayPass: Bool = false) {
        let rejection = ForecastRejection(code, message, hint: hint)
        if mayPass, stage == .building { warnings.append(rejection) } else { rejections.append(rejection) }
    }
}

/// Entries that the network has frozen.
extension Preflight {
    /// While a transaction is built, it is not known whether the network will exempt it.
    fileprivate mutating func checkFrozen(_ transaction: HashedTransaction) {
        guard let touched = frozen.touched(by: transaction) else { return }
        let what = touched.operation.map { "operation \($0 + 1) of the transaction" } ?? "the transaction"
        reject(
            .txFrozenKeyAccessed, "the network has frozen \(touched.entry), which \(what) touches (CAP-77)",
            hint: "no transaction can use it until the network's validators decide otherwise", mayPass: true)
    }

    /// The failure of an operation whose assets are known only when it is applied; no transaction is exempt from it.
    func frozenLine(of account: AccountID, _ assets: some Sequence<Asset>) -> OperationFailure? {
        guard let asset = assets.first(where: { frozen.hasLine(of: account, for: $0) }) else { return nil }
        return OperationFailure(
            .opTrustlineFrozen, "the network has frozen the balance of \(account.address) in \(asset.text) (CAP-77)")
    }
}

/// Dispatch of operations.
extension Preflight {
    /// Applies an operation that passed the checks of its form.
    ///
    /// - Returns: the first reason for its failure in the order of stellar-core's `doApply`; nil when it succeeds.
    mutating func apply(
        _ operation: Operation, at index: Int, in transaction: Transaction
    ) throws(Failure) -> OperationFailure? {
        let source = transaction.source(of: operation).account
        guard try account(source) != nil else {
            return OperationFailure(
                .opNoSourceAccount, "the operation's source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        switch operation.body {
        case .createAccount(let op): return try create(op, from: source)
        case .payment(let op): return try pay(op, at: index, from: source)
        case .pathPaymentStrictSend(let op): return try pay(op, at: index, from: source)
        case .pathPaymentStrictReceive(let op): return try pay(op, at: index, from: source)
        case .changeTrust(let op): return try changeTrust(op, of: source)
        case .accountMerge(let destination): return try merge(source, into: destination, at: index)
        case .setOptions(let op): return try setOptions(op, of: source)
        case .manageData(let op): return try manageData(op, of: source)
        case .bumpSequence(let op):
            try update(source) { $0.sequence = max($0.sequence, op.bumpTo) }
            return nil
        case .manageSellOffer(let op): return try manage(OfferChange(.init(op)), at: index, of: source)
        case .manageBuyOffer(let op): return try manage(OfferChange(.init(op)), at: index, of: source)
        case .createPassiveSellOffer(let op): return try manage(OfferChange(.init(op)), at: index, of: source)
        case .createClaimableBalance(let op): return try createBalance(op, at: index, from: source)
        case .claimClaimableBalance(let op): return try claim(op.balanceID, by: source)
        case .clawbackClaimableBalance(let op): return try clawBack(op.balanceID, by: source)
        case .beginSponsoringFutureReserves(let op): return beginSponsoring(op.sponsoredID, by: source)
        case .endSponsoringFutureReserves: return endSponsoring(of: source)
        case .revokeSponsorship(let op):
            leaveOpen(index, "whose reserve is whose, and who can take it over")
            try loosenReserves(for: op, by: source)
        case .allowTrust(let op): return try allowTrust(op, at: index, by: source)
        case .setTrustLineFlags(let op): return try setFlags(op, at: index, by: source)
        case .clawback(let op): return try clawBack(op, at: index)
        case .liquidityPoolDeposit(let op): return try deposit(op, at: index, from: source)
        case .liquidityPoolWithdraw(let op): return try withdraw(op, at: index, from: source)
        case .invokeHostFunction(let op):
            leaveOpen(index, "what a contract does, and what its resources cost")
            return fault(inEntriesOf: op)
        case .extendFootprintTtl, .restoreFootprint:
            leaveOpen(index, "what a contract does, and what its resources cost")
        case .inflation: break
        }
        return nil
    }
}

extension Preflight {
    /// An authorization with which the call fails whatever the contract does: an account has not signed it, or the last
    /// ledger of the signature has closed.
    ///
    /// - Source: CAP-46-11.
    private func fault(inEntriesOf op: InvokeHostFunctionOp) -> OperationFailure? {
        let unsigned = op.auth.compactMap(\.unsignedAccount)
        if let first = unsigned.first {
            let what =
                unsigned.count > 1
                ? "the authorizations by \(first.address) and \(unsigned.count - 1) more are not signed"
                : "the authorization by \(first.address) is not signed"
            return OperationFailure(
                "function_trapped", what,
                hint: "\(step: .build(.requestEntries(signer: nil))), then \(step: .submit(.authorize))", mayPass: true)
        }
        if let over = op.auth.lazy.compactMap({ $0.credentialsOver(after: UInt32(clamping: ledger.sequence)) }).first {
            return OperationFailure(
                "function_trapped",
                "the authorization by \(over.address.address) ended with ledger \(over.signatureExpirationLedger); the latest is \(ledger.sequence)",
                hint: "build the call again, and have its entries signed again\(rebuilding)")
        }
        return nil
    }
}

extension Preflight {
    /// The command that builds a signed transaction again, which has the same number; empty while one is being built.
    private var rebuilding: Wording {
        guard stage == .sending, let hash = transaction?.hash(on: view.network) else { return "" }
        return ": \(step: .build(.rebuild(hash: hash.hex))) with \(field: .althoughAlive)"
    }
}

extension Preflight where Source.Failure == Codec.Failure {
    /// Checks a transaction that is being built.
    ///
    /// - Returns: the warnings, which the user must resolve before submission.
    /// - Throws: a failure with all rejections.
    package static func check(
        building transaction: HashedTransaction, in view: inout Source, now: Timestamp
    ) throws(Codec.Failure) -> [ForecastRejection] {
        var check = try Preflight(view, now: now, .building)
        defer { view = check.view }
        let rejections = try check.rejections(about: transaction)
        guard rejections.isEmpty else { throw Codec.Failure(rejections) }
        return check.warnings
    }
}
