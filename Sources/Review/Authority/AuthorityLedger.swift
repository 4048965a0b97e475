// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// The signers and thresholds of all accounts that transactions change, applied in order as the network does: a transaction
/// changes everything or nothing.
struct AuthorityLedger {
    struct Entry {
        /// Before the first of the transactions.
        let before: Authority
        /// Nil when the account was merged.
        var now: Authority?
        /// Whether signers, weights or thresholds were set, or a signer was used up.
        var isChanged = false
        /// Of the last transaction that changed it.
        var line: Int?
    }

    private var entries: [AccountID: Entry] = [:]
    private var order: [AccountID] = []
    /// Created and not changed since.
    private var created: Set<AccountID> = []

    /// Accounts of which something was changed and that still exist, in the order in which they were met.
    var changed: [Entry] { order.compactMap { entries[$0] }.filter { $0.isChanged && $0.now != nil } }

    func entry(of account: AccountID) -> Entry? { entries[account] }

    /// The accounts as they are now, as the beginning for something else.
    var restarted: AuthorityLedger {
        var ledger = self
        ledger.entries = entries.mapValues { entry in
            Entry(before: entry.now ?? entry.before, now: entry.now)
        }
        return ledger
    }

    /// Applies a transaction.
    ///
    /// - Parameter start: an account as it was before the first of the transactions.
    /// - Throws: why the network would not apply it; then nothing is changed but for pre-authorized signers that are used up.
    mutating func apply(
        _ step: AuthorityStep, from start: (AccountID) -> Authority
    ) throws(AuthorityRejection) {
        if let rejection = step.malformed ?? unauthorized(step) { throw rejection }
        for (account, hash) in step.signed {
            guard var state = state(of: account, from: start), state.use(hash) else { continue }
            set(account, to: state, from: start, step.line)
        }
        var undo: [(account: AccountID, entry: Entry?, isCreated: Bool)] = []
        let known = order.count
        do throws(AuthorityRejection) {
            for (index, operation) in step.transaction.operations.enumerated() {
                let source = step.source(of: operation)
                if isMerged(source) { throw step.rejection(.merged(source), index) }
                guard let account = operation.body.accountOfAuthority(source) else { continue }
                undo.append((account, entries[account], created.contains(account)))
                do throws(AuthorityRejection.Reason) {
                    try apply(operation.body, source, step.line, from: start)
                } catch { throw step.rejection(error, index) }
            }
        } catch {
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
            if created.contains(account) || entries[account]?.now != nil { throw .exists(account) }
            if entries[account] == nil {
                created.insert(account)
            } else {
                entries[account]?.now = Authority(created: account)
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

    /// A level that nobody can reach any more after the transactions before.
    private func unauthorized(_ step: AuthorityStep) -> AuthorityRejection? {
        if entries.isEmpty { return nil }
        let source = step.transaction.sourceAccount.account
        if isMerged(source) { return step.rejection(.merged(source)) }
        for required in step.transaction.requiredLevels {
            guard let entry = entries[required.account], entry.isChanged, let now = entry.now else { continue }
            for level in required.levels where !now.canAuthorize(level, step.hash.hash) {
                return step.rejection(.unauthorized(required.account, level))
            }
        }
        return nil
    }

    private func isMerged(_ account: AccountID) -> Bool { entries[account].map { $0.now == nil } ?? false }

    /// Nil for an account that was merged.
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
    /// Whose signers, thresholds or existence it changes; nil when it changes none.
    fileprivate func accountOfAuthority(_ source: AccountID) -> AccountID? {
        switch self {
        case .createAccount(let op): op.destination
        case .accountMerge: source
        case .setOptions(let change): change.touchesSigners ? source : nil
        default: nil
        }
    }
}
