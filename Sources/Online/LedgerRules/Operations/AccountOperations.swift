// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// Operations that create, change and merge accounts.
extension LedgerState {
    mutating func create(_ op: CreateAccountOp, _ context: ApplyContext) -> CreateAccountResult {
        guard accounts[op.destination] == nil else { return .alreadyExist }
        guard op.startingBalance >= 2 * Self.baseReserve else { return .lowReserve }
        guard Self.available(source(context)) >= op.startingBalance else { return .underfunded }
        updateSource(context) { $0.balance -= op.startingBalance }
        accounts[op.destination] = Account(
            op.destination, balance: op.startingBalance, sequence: context.startingSequence)
        return .success
    }

    mutating func merge(into destination: AccountID, _ context: ApplyContext) -> AccountMergeResult {
        let account = source(context)
        guard var heir = accounts[destination] else { return .noAccount }
        guard !account.flags.contains(.authImmutable) else { return .immutableSet }
        guard account.subentries == account.signers.count else { return .hasSubEntries }
        guard account.sequence < context.startingSequence else { return .seqnumTooFar }
        guard account.sponsoring == 0 else { return .isSponsor }
        let (balance, overflow) = heir.balance.addingReportingOverflow(account.balance)
        guard !overflow else { return .destFull }
        heir.balance = balance
        accounts[destination] = heir
        accounts[context.source] = nil
        return .success(account.balance)
    }

    mutating func bumpSequence(_ op: BumpSequenceOp, _ context: ApplyContext) -> BumpSequenceResult {
        updateSource(context) { account in
            account.sequence = max(account.sequence, op.bumpTo)
            account.sequenceLedger = context.ledger
            account.sequenceTime = context.time
        }
        return .success
    }

    mutating func manageData(
        _ op: ManageDataOp, _ context: ApplyContext
    ) throws(OuterResultError) -> ManageDataResult {
        let account = source(context)
        let isThere = account.data[op.dataName] != nil
        if op.dataValue == nil {
            guard isThere else { return .nameNotFound }
        } else if !isThere {
            guard account.subentries < Self.mostSubentries else { throw .tooManySubentries }
            guard Self.available(account, afterAdding: 1) >= 0 else { return .lowReserve }
        }
        updateSource(context) { $0.data[op.dataName] = op.dataValue }
        return .success
    }

    mutating func setOptions(
        _ op: SetOptionsOp, _ context: ApplyContext
    ) throws(OuterResultError) -> SetOptionsResult {
        var account = source(context)
        if let destination = op.inflationDest {
            guard accounts[destination] != nil else { return .invalidInflation }
            account.inflationDestination = destination
        }
        let clear = AccountFlags(rawValue: op.clearFlags ?? 0)
        let set = AccountFlags(rawValue: op.setFlags ?? 0)
        guard (set.isEmpty && clear.isEmpty) || !account.flags.contains(.authImmutable) else { return .cantChange }
        account.flags = account.flags.subtracting(clear).union(set)
        // Clawback requires that authorization can be revoked.
        guard !account.flags.contains(.authClawbackEnabled) || account.flags.contains(.authRevocable) else {
            return .authRevocableRequired
        }
        account.homeDomain = op.homeDomain ?? account.homeDomain
        account.setWeights(op)
        if let signer = op.signer, let failure = try account.set(signer) { return failure }
        accounts[context.source] = account
        return .success
    }
}

extension Account {
    /// Sets the weights and thresholds, which have been checked to be at most 255.
    fileprivate mutating func setWeights(_ op: SetOptionsOp) {
        masterWeight = op.masterWeight.map(UInt8.init(truncatingIfNeeded:)) ?? masterWeight
        thresholds.low = op.lowThreshold.map(UInt8.init(truncatingIfNeeded:)) ?? thresholds.low
        thresholds.medium = op.medThreshold.map(UInt8.init(truncatingIfNeeded:)) ?? thresholds.medium
        thresholds.high = op.highThreshold.map(UInt8.init(truncatingIfNeeded:)) ?? thresholds.high
    }

    /// Adds, changes or, with weight zero, removes a signer; removing a missing signer succeeds.
    fileprivate mutating func set(_ signer: Signer) throws(OuterResultError) -> SetOptionsResult? {
        let place = signers.firstIndex { $0.key == signer.key }
        guard signer.weight > 0 else {
            if let place { signers.remove(at: place) }
            return nil
        }
        if let place {
            signers[place] = signer
            return nil
        }
        guard signers.count < LedgerState.mostSigners else { return .tooManySigners }
        guard subentries < LedgerState.mostSubentries else { throw .tooManySubentries }
        guard LedgerState.available(self, afterAdding: 1) >= 0 else { return .lowReserve }
        signers.append(signer)
        return nil
    }
}
