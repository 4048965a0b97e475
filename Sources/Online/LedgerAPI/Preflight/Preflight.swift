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
        case .invokeHostFunction, .extendFootprintTtl, .restoreFootprint:
            leaveOpen(index, "what a contract does, and what its resources cost")
        case .inflation: break
        }
        return nil
    }
}

extension Failure {
    /// Combines all rejections in one failure, with the first one's hint.
    package init(_ rejections: [ForecastRejection]) {
        let text = rejections.map { rejection in
            rejection.message + (rejection.code.map { " (\($0))" } ?? "")
        }.joined(separator: "; ")
        self.init(.badInput, Wording(text), hint: rejections.lazy.compactMap(\.hint).first)
    }
}

extension Preflight where Source.Failure == Codec.Failure {
    /// Checks a transaction that is being built.
    ///
    /// - Returns: the warnings, which the user must resolve before submission.
    /// - Throws: a failure with all rejections.
    package static func check(
        building transaction: HashedTransaction, in view: inout Source, now: Timestamp
    ) throws(Failure) -> [ForecastRejection] {
        var check = try Preflight(view, now: now, .building)
        defer { view = check.view }
        let rejections = try check.rejections(about: transaction)
        guard rejections.isEmpty else { throw Codec.Failure(rejections) }
        return check.warnings
    }
}
