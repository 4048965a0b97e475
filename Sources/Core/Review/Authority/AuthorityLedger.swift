// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The signers and thresholds of all accounts that transactions change, as if every transaction were applied, and at
/// their weakest if only some of them are, in any order.
///
/// What this side knows about accounts proves nothing about a ledger, so that it cannot tell which transactions the
/// network applies. A transaction that seems impossible is applied like any other, and reported in addition.
struct AuthorityLedger {
    struct Entry {
        /// The state before the first transaction.
        let before: Authority
        /// Nil after the account was merged.
        var now: Authority?
        /// The last state in which a transaction leaves it.
        private(set) var left: Authority
        /// The bounds of all states in which the account may be left: any value that a transaction sets may be the last
        /// one, or may not be set at all.
        private(set) var weakest: Authority
        private(set) var strongest: Authority
        /// The number of transactions, and of possible states before them, that may leave the account in a state of its
        /// own.
        private(set) var states = 0
        /// Whether signers, weights or thresholds were set, or a signer was used up.
        var isChanged = false
        /// The batch line of the last transaction that changed it.
        var line: Int?

        init(before: Authority) {
            self.before = before
            now = before
            left = before
            weakest = before
            strongest = before
        }

        /// Whether more than one state is possible besides the one before.
        var isUncertain: Bool { states > 1 }

        /// Adds a state in which the account may be left.
        mutating func add(_ state: Authority) {
            left = state
            weakest.weaken(by: state)
            strongest.strengthen(by: state)
            states += 1
        }
    }

    private var entries: [AccountID: Entry] = [:]
    private var order: [AccountID] = []
    /// Accounts that were created and not changed since.
    private var created: Set<AccountID> = []
    /// Accounts that acted in a transaction, and therefore exist, and were not changed.
    private var acting: Set<AccountID> = []
    /// Lower bounds of sequence numbers, from transactions that used or raised them.
    private var numbers: [AccountID: Int64] = [:]

    /// The changed accounts, in order of first appearance, except those that no transaction leaves in another state
    /// than merged.
    var changed: [Entry] { order.compactMap { entries[$0] }.filter { $0.isChanged && $0.states > 0 } }

    func entry(of account: AccountID) -> Entry? { entries[account] }

    /// A ledger that starts from the current state.
    var restarted: AuthorityLedger {
        var ledger = self
        ledger.numbers = [:]
        ledger.entries = entries.mapValues { entry in
            var next = Entry(before: entry.now ?? entry.left)
            next.now = entry.now
            return next
        }
        return ledger
    }

    /// Applies a transaction with all its operations.
    ///
    /// - Parameter start: returns an account's state before the first of the transactions.
    /// - Returns: why the network may not apply it; nil if nothing suggests it.
    mutating func apply(_ step: AuthorityStep, from start: (AccountID) -> Authority) -> AuthorityRejection? {
        var doubt = step.malformed ?? outrun(step) ?? unauthorized(step)
        let payer = step.transaction.sourceAccount.account
        numbers[payer] = max(numbers[payer] ?? step.transaction.seqNum, step.transaction.seqNum)
        noteExisting(payer)
        var change = Change(line: step.line)
        for (account, hash) in step.signed {
            var state = state(of: account, from: start)
            if state.use(hash) { set(account, to: state, from: start, &change) }
        }
        var last: AccountID?
        for (index, operation) in step.transaction.operations.enumerated() {
            let source = step.source(of: operation)
            let reason = apply(step.facts(of: index), by: source, from: start, &change)
            if doubt == nil, let reason { doubt = step.rejection(reason, index) }
            if source != last { change.sources.insert(source) }
            last = source
        }
        if doubt == nil, !change.sponsors.isEmpty { doubt = step.rejection(.sponsorship) }
        for source in change.sources { noteExisting(source) }
        for account in change.touched {
            if let state = entries[account]?.now { entries[account]?.add(state) }
        }
        return doubt
    }

    /// What a transaction has done so far.
    private struct Change {
        let line: Int?
        /// The accounts whose signers or thresholds it set.
        var touched: Set<AccountID> = []
        /// The accounts that it created.
        var created: Set<AccountID> = []
        /// The accounts that acted.
        var sources: Set<AccountID> = []
        var sponsors: [AccountID: AccountID] = [:]
    }

    /// - Returns: why the network may reject the operation.
    private mutating func apply(
        _ facts: OperationFacts, by source: AccountID, from start: (AccountID) -> Authority, _ change: inout Change
    ) -> AuthorityRejection.Reason? {
        var reason: AuthorityRejection.Reason? = isMerged(source) ? .merged(source) : nil
        if !Self.apply(facts, by: source, to: &change.sponsors), reason == nil { reason = .sponsorship }
        if let number = facts.sequence { numbers[source] = max(numbers[source] ?? number, number) }
        switch facts.authority {
        case .create(let account)?:
            let found = create(account, from: start, &change)
            return reason ?? found
        case .merge?:
            let state = state(of: source, from: start)
            set(source, to: state, from: start, &change)
            entries[source]?.now = nil
            // Created again, it starts with an unknown sequence number.
            numbers[source] = nil
        case .set(let options)?:
            var state = state(of: source, from: start)
            let found = state.apply(options)
            set(source, to: state, from: start, &change)
            return reason ?? found
        case nil: break
        }
        return reason
    }

    /// Creates an account, whatever is known about it: this network may not have it.
    private mutating func create(
        _ account: AccountID, from start: (AccountID) -> Authority, _ change: inout Change
    ) -> AuthorityRejection.Reason? {
        numbers[account] = nil
        guard let entry = entries[account] else {
            let exists = created.contains(account) || acting.contains(account) || change.sources.contains(account)
            created.insert(account)
            change.created.insert(account)
            if exists { return .exists(account) }
            let witness = start(account).witness
            return witness == .unknown ? nil : .listed(account, witness)
        }
        // Only what this transaction itself did to the account contradicts its creation.
        guard entry.now == nil || !change.touched.contains(account) else { return .exists(account) }
        entries[account]?.now = Authority(created: account)
        change.touched.insert(account)
        change.created.insert(account)
        return entry.now == nil ? nil : .exists(account)
    }

    /// The rejection of a sequence number that an earlier transaction has used or passed.
    private func outrun(_ step: AuthorityStep) -> AuthorityRejection? {
        let source = step.transaction.sourceAccount.account
        guard let number = numbers[source], step.transaction.seqNum <= number else { return nil }
        return step.rejection(.sequenceUsed(source, number))
    }

    /// Records that an account acted, unless its state is already known.
    private mutating func noteExisting(_ account: AccountID) {
        if entries[account] == nil, !created.contains(account) { acting.insert(account) }
    }

    /// Begins or ends a sponsorship.
    ///
    /// - Returns: whether the network allows it.
    /// - Source: stellar-core `BeginSponsoringFutureReservesOpFrame`, `EndSponsoringFutureReservesOpFrame`,
    ///   `MergeOpFrame`.
    private static func apply(
        _ facts: OperationFacts, by source: AccountID, to sponsors: inout [AccountID: AccountID]
    ) -> Bool {
        switch facts.sponsorship {
        case .begin(let sponsored)?:
            let isAllowed =
                sponsors[sponsored] == nil && sponsors[source] == nil && !sponsors.values.contains(sponsored)
            sponsors[sponsored] = source
            return isAllowed
        case .end?: return sponsors.removeValue(forKey: source) != nil
        case .revoke?, nil: return facts.authority != .merge || !sponsors.values.contains(source)
        }
    }

    /// The rejection of a transaction for which no one can reach a threshold after the earlier ones.
    private func unauthorized(_ step: AuthorityStep) -> AuthorityRejection? {
        if entries.isEmpty { return nil }
        let source = step.transaction.sourceAccount.account
        if isMerged(source) { return step.rejection(.merged(source)) }
        if let bump = step.bump {
            if isMerged(bump.source) { return step.rejection(.merged(bump.source)) }
            if let entry = entries[bump.source], entry.isChanged, let now = entry.now,
                !now.canAuthorize(.low, bump.hash.hash)
            {
                return step.rejection(.unauthorized(bump.source, .low))
            }
        }
        for required in step.transaction.requiredLevels {
            guard let entry = entries[required.account], entry.isChanged, let now = entry.now else { continue }
            for level in required.levels where !now.canAuthorize(level, step.hash.hash) {
                return step.rejection(.unauthorized(required.account, level))
            }
        }
        return nil
    }

    private func isMerged(_ account: AccountID) -> Bool { entries[account].map { $0.now == nil } ?? false }

    /// The current state of an account, or the last one in which another transaction than the one that merged it left
    /// it.
    private func state(of account: AccountID, from start: (AccountID) -> Authority) -> Authority {
        if let entry = entries[account] { return entry.now ?? entry.left }
        return created.contains(account) ? Authority(created: account) : start(account)
    }

    private mutating func set(
        _ account: AccountID, to state: Authority, from start: (AccountID) -> Authority, _ change: inout Change
    ) {
        if entries[account] == nil {
            let known = start(account)
            if created.remove(account) == nil {
                entries[account] = Entry(before: known)
            } else if change.created.contains(account) || known.witness == .unknown {
                entries[account] = Entry(before: Authority(created: account))
            } else {
                // If the transaction that creates it is not applied, the account is as it is known.
                entries[account] = Entry(before: known)
                entries[account]?.add(Authority(created: account))
            }
            order.append(account)
        }
        entries[account]?.now = state
        entries[account]?.isChanged = true
        entries[account]?.line = change.line
        change.touched.insert(account)
    }
}
