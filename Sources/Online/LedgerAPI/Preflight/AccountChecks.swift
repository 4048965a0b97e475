// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Operations on accounts as a whole.
extension Preflight {
    private static var mostSigners: Int { 20 }

    mutating func create(_ op: CreateAccountOp, from source: AccountID) throws(Failure) -> OperationFailure? {
        let id = op.destination
        let amount = Int128(op.startingBalance)
        if mayAsk(id), try account(id) != nil {
            return OperationFailure(
                .opAlreadyExists, "the account \(id.address) exists already", hint: "send it a payment instead")
        }
        if let sponsor = world.sponsors[id] {
            if let fault = try reserveFault(2, of: sponsor, "a new account") { return fault }
            try update(sponsor) {
                $0.entries += 2
                $0.sponsoring += 2
            }
        } else if amount < 2 * reserve {
            return OperationFailure(
                .opLowReserve,
                "a new account needs at least \(Self.units(2 * reserve)) XLM to begin with, unless its reserve is sponsored"
            )
        }
        if let fault = try debit(.native, Bounds(amount), from: source) { return fault }
        world.accounts[id] = .some(
            AccountState(created: id, with: amount, sequence: startingSequence, sponsor: sponsor(of: id)))
        return nil
    }

    mutating func merge(
        _ source: AccountID, into destination: MuxedAccount, at index: Int
    ) throws(Failure) -> OperationFailure? {
        let id = destination.account
        guard let leaving = try account(source) else { return nil }
        let heir = mayAsk(id) ? try account(id) : nil
        if mayAsk(id), heir == nil {
            return OperationFailure(
                .opNoAccount, "the destination \(id.address) does not exist", hint: missingAccountHint)
        }
        if let heir { checkMemo(of: heir, destination, at: index) }
        if leaving.flags.authImmutable {
            return OperationFailure(.opImmutableSet, "\(source.address) is immutable and cannot be merged")
        }
        // Offers filled in the meantime no longer exist, and their reserves are released.
        if leaving.obstacles - (hasTraded ? leaving.offerCount.low : 0) > 0 {
            return OperationFailure(
                .opHasSubEntries,
                "\(source.address) still has trustlines, offers or data, which have to go before it can be merged",
                mayPass: true)
        }
        if leaving.sequence >= startingSequence {
            return OperationFailure(
                .opSeqNumTooFar,
                "\(source.address) is at sequence number \(leaving.sequence); an account can be merged only below "
                    + "\(startingSequence), the number that the next ledger starts with")
        }
        if (leaving.sponsoring.low > mostReleased(leaving) && !hasTraded) || world.sponsors.values.contains(source) {
            return OperationFailure(
                .opIsSponsor, "\(source.address) pays reserves of others and cannot be merged", mayPass: true)
        }
        if let heir {
            if settled(heir.native, .native).filled.low + leaving.native.balance.low > Int128(Int64.max) {
                return OperationFailure(.opDestFull, "\(id.address) cannot hold that many XLM")
            }
            try change(.native, of: id) { $0 += leaving.native.balance }
        }
        for case .account(let sponsor) in leaving.signers.values { try release(1, sponsoredBy: sponsor) }
        if case .account(let sponsor) = leaving.sponsor { try release(2, sponsoredBy: sponsor) }
        world.accounts[source] = .some(nil)
        return nil
    }

    mutating func setOptions(_ op: SetOptionsOp, of source: AccountID) throws(Failure) -> OperationFailure? {
        guard var state = try account(source) else { return nil }
        if let destination = op.inflationDest, mayAsk(destination), try account(destination) == nil {
            return OperationFailure(
                .opInvalidInflation, "the inflation destination \(destination.address) does not exist")
        }
        let (clear, set) = (op.clearFlags ?? 0, op.setFlags ?? 0)
        if clear | set != 0 {
            if state.flags.authImmutable {
                return OperationFailure(
                    .opCantChange, "\(source.address) is immutable: its flags can no longer change")
            }
            state.flags.change(clear: clear, set: set)
            if state.flags.authClawbackEnabled, !state.flags.authRevocable {
                return OperationFailure(
                    .opAuthRevocableRequired,
                    "\(source.address) cannot have the flag clawback_enabled without the flag revocable",
                    hint: "set or clear both flags in one operation")
            }
            try update(source) { $0.flags = state.flags }
        }
        return try op.signer.map { signer throws(Failure) in try setSigner(signer, of: source) } ?? nil
    }

    /// Adds, changes or (weight zero) removes a signer; removing a missing one has no effect.
    private mutating func setSigner(_ signer: Signer, of source: AccountID) throws(Failure) -> OperationFailure? {
        guard let state = try account(source) else { return nil }
        if let sponsor = state.signers[signer.key] {
            guard signer.weight == 0 else { return nil }
            try update(source) { $0.signers[signer.key] = nil }
            try removeEntries(1, of: source, sponsor)
            return nil
        }
        guard signer.weight > 0 else { return nil }
        if state.signers.count >= Self.mostSigners {
            return OperationFailure(.opTooManySigners, "\(source.address) has 20 signers, and can have no more")
        }
        if let fault = try addEntries(1, of: source, "a signer") { return fault }
        let sponsor = sponsor(of: source)
        try update(source) { $0.signers[signer.key] = sponsor }
        return nil
    }

    mutating func manageData(_ op: ManageDataOp, of source: AccountID) throws(Failure) -> OperationFailure? {
        // The name is ASCII: any other was rejected as malformed.
        let name = String(decoding: op.dataName.bytes, as: UTF8.self)
        guard let state = try account(source) else { return nil }
        if let sponsor = state.data[name] {
            guard op.dataValue == nil else { return nil }
            try update(source) { $0.data[name] = nil }
            try removeEntries(1, of: source, sponsor)
            return nil
        }
        guard op.dataValue != nil else {
            return OperationFailure(
                .opDataNameNotFound, "\(source.address) has no data entry \"\(name)\" to remove")
        }
        if let fault = try addEntries(1, of: source, "a data entry") { return fault }
        let sponsor = sponsor(of: source)
        try update(source) { $0.data[name] = sponsor }
        return nil
    }
}

extension AccountRecord.Flags {
    /// - Parameters:
    ///   - clear: bits of the protocol's `AccountFlags`; disjoint from `set`.
    mutating func change(clear: UInt32, set: UInt32) {
        func changed(_ flag: Bool, _ bit: UInt32) -> Bool { (flag && clear & bit == 0) || set & bit != 0 }
        authRequired = changed(authRequired, 1)
        authRevocable = changed(authRevocable, 2)
        authImmutable = changed(authImmutable, 4)
        authClawbackEnabled = changed(authClawbackEnabled, 8)
    }
}

/// Signers that are used up with the transaction.
extension Preflight {
    /// Removes the signers that are hashes of the transaction: they are used up before the first operation, whatever
    /// becomes of it, and their reserves are free.
    ///
    /// - Source: stellar-core `TransactionFrame::removeOneTimeSignerFromAllSourceAccounts`, CAP-2.
    mutating func removeOneTimeSigners(of hashed: HashedTransaction) throws(Failure) {
        let transaction = hashed.envelope.innermost
        let sources = [transaction.sourceAccount] + transaction.operations.compactMap(\.sourceAccount)
        let inner = SignerKey.preAuthTx(hashed.innermostHash.hash)
        for id in Set(sources.map(\.account)) { try removeSigner(inner, of: id) }
        try removeSigner(.preAuthTx(hashed.hash.hash), of: hashed.envelope.feeSource.account)
    }

    private mutating func removeSigner(_ key: SignerKey, of id: AccountID) throws(Failure) {
        guard let sponsor = try account(id)?.signers[key] else { return }
        try update(id) { $0.signers[key] = nil }
        try removeEntries(1, of: id, sponsor)
    }
}
