// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// The signers and thresholds of all accounts that transactions change, applied in order as the network does: a
/// transaction takes effect completely or not at all.
struct AuthorityLedger {
    struct Entry {
        /// The state before the first transaction.
        let before: Authority
        /// Nil after the account was merged.
        var now: Authority?
        /// Whether signers, weights or thresholds were set, or a signer was used up.
        var isChanged = false
        /// The batch line of the last transaction that changed it.
        var line: Int?
    }

    private var entries: [AccountID: Entry] = [:]
    private var order: [AccountID] = []
    /// Accounts that were created and not changed since.
    private var created: Set<AccountID> = []
    /// Accounts that acted in a transaction, and therefore exist, and were not changed.
    private var acting: Set<AccountID> = []
    /// Lower bounds of sequence numbers, from transactions that used or raised them.
    private var numbers: [AccountID: Int64] = [:]

    /// The changed accounts that still exist, in order of first appearance.
    var changed: [Entry] { order.compactMap { entries[$0] }.filter { $0.isChanged && $0.now != nil } }

    func entry(of account: AccountID) -> Entry? { entries[account] }

    /// A ledger that starts from the current state.
    var restarted: AuthorityLedger {
        var ledger = self
        ledger.numbers = [:]
        ledger.entries = entries.mapValues { entry in
            Entry(before: entry.now ?? entry.before, now: entry.now)
        }
        return ledger
    }

    /// Applies a transaction.
    ///
    /// - Parameter start: returns an account's state before the first of the transactions.
    /// - Throws: why the network would not apply it; then nothing changes except that pre-authorized signers are used up.
    mutating func apply(
        _ step: AuthorityStep, from start: (AccountID) -> Authority
    ) throws(AuthorityRejection) {
        if let rejection = step.malformed ?? outrun(step) ?? unauthorized(step) { throw rejection }
        let payer = step.transaction.sourceAccount.account
        numbers[payer] = step.transaction.seqNum
        noteExisting(payer)
        for (account, hash) in step.signed {
            guard var state = state(of: account, from: start), state.use(hash) else { continue }
            set(account, to: state, from: start, step.line)
        }
        var undo: [(account: AccountID, entry: Entry?, isCreated: Bool)] = []
        let known = order.count
        var sponsors: [AccountID: AccountID] = [:]
        var sources: Set<AccountID> = []
        var raised: [(account: AccountID, number: Int64?)] = []
        do throws(AuthorityRejection) {
            for (index, operation) in step.transaction.operations.enumerated() {
                let source = step.source(of: operation)
                if isMerged(source) { throw step.rejection(.merged(source), index) }
                if case .createAccount(let op) = operation.body, sources.contains(op.destination),
                    entries[op.destination] == nil
                {
                    throw step.rejection(.exists(op.destination), index)
                }
                if !created.contains(source) { sources.insert(source) }
                if !Self.apply(operation.body, by: source, to: &sponsors) {
                    throw step.rejection(.sponsorship, index)
                }
                if case .bumpSequence(let op) = operation.body {
                    raised.append((source, numbers[source]))
                    numbers[source] = max(numbers[source] ?? op.bumpTo, op.bumpTo)
                }
                guard let account = operation.body.accountOfAuthority(source) else { continue }
                undo.append((account, entries[account], created.contains(account)))
                do throws(AuthorityRejection.Reason) {
                    try apply(operation.body, source, step.line, from: start)
                } catch { throw step.rejection(error, index) }
                // A recreated account starts with an unknown sequence number.
                if entries[account].map({ $0.now == nil }) ?? created.contains(account) {
                    raised.append((account, numbers[account]))
                    numbers[account] = nil
                }
            }
            if !sponsors.isEmpty { throw step.rejection(.sponsorship) }
            for source in sources { noteExisting(source) }
        } catch {
            for (account, number) in raised.reversed() { numbers[account] = number }
            for (account, entry, isCreated) in undo.reversed() {
                entries[account] = entry
                if isCreated { created.insert(account) } else { created.remove(account) }
            }
            order.removeSubrange(known...)
            throw error
        }
    }

    private mutating func apply(
        _ body: OperationBody, _ source: AccountID, _ line: Int?, from start: (AccountID) -> Authority
    ) throws(AuthorityRejection.Reason) {
        switch body {
        case .createAccount(let op):
            let account = op.destination
            if let entry = entries[account] {
                guard entry.now == nil else { throw .exists(account) }
                entries[account]?.now = Authority(created: account)
            } else {
                if created.contains(account) || acting.contains(account) { throw .exists(account) }
                let witness = start(account).witness
                guard witness == .unknown else { throw .listed(account, witness) }
                created.insert(account)
            }
        case .accountMerge:
            guard let state = state(of: source, from: start) else { throw .merged(source) }
            set(source, to: state, from: start, line)
            entries[source]?.now = nil
        case .setOptions(let change):
            guard var state = state(of: source, from: start) else { throw .merged(source) }
            try state.apply(change)
            set(source, to: state, from: start, line)
        default: break
        }
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
    /// - Source: stellar-core `BeginSponsoringFutureReservesOpFrame`, `EndSponsoringFutureReservesOpFrame`.
    private static func apply(
        _ body: OperationBody, by source: AccountID, to sponsors: inout [AccountID: AccountID]
    ) -> Bool {
        switch body {
        case .beginSponsoringFutureReserves(let op):
            let sponsored = op.sponsoredID
            guard sponsors[sponsored] == nil, sponsors[source] == nil, !sponsors.values.contains(sponsored) else {
                return false
            }
            sponsors[sponsored] = source
            return true
        case .endSponsoringFutureReserves: return sponsors.removeValue(forKey: source) != nil
        case .accountMerge: return sponsors[source] == nil && !sponsors.values.contains(source)
        default: return true
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

    /// The current state of an account; nil after it was merged.
    private func state(of account: AccountID, from start: (AccountID) -> Authority) -> Authority? {
        if let entry = entries[account] { return entry.now }
        return created.contains(account) ? Authority(created: account) : start(account)
    }

    private mutating func set(
        _ account: AccountID, to state: Authority, from start: (AccountID) -> Authority, _ line: Int?
    ) {
        if entries[account] == nil {
            let before = created.remove(account) == nil ? start(account) : Authority(created: account)
            entries[account] = Entry(before: before)
            order.append(account)
        }
        entries[account]?.now = state
        entries[account]?.isChanged = true
        entries[account]?.line = line
    }
}

extension OperationBody {
    /// The account whose signers, thresholds or existence the operation changes; nil if there is none.
    func accountOfAuthority(_ source: AccountID) -> AccountID? {
        switch self {
        case .createAccount(let op): op.destination
        case .accountMerge: source
        case .setOptions(let change): change.touchesSigners ? source : nil
        default: nil
        }
    }
}
