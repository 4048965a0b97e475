// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
package import Stellar
import StellarXDR

/// A transaction in a ledger, as seen from one account.
package struct ObservedTransaction: Sendable {
    package let hash: TransactionHash
    package let ledger: Int64
    package let isSuccessful: Bool
    /// The inner hash of a fee bump; nil for other transactions.
    package let innerHash: TransactionHash?
    /// Whether it was requested or submitted according to the journal.
    package internal(set) var isOurs = false
    /// Whether it acts for the account: uses its sequence number, charges its fee to it, or has it as the source of an
    /// operation.
    package let acts: Bool
    /// The operations' protocol names; empty when the envelope contains something that this release does not know.
    package let operations: [String]

    /// Why the record of it cannot be read; nil if it can, or contains something unknown that this does not describe.
    package var fault: String? { entry.fault }

    private let account: AccountID
    private let entry: HistoryEntry
    private let transaction: Transaction?
    private let paysFee: Bool

    /// - Throws: `.protocolBroken` when the envelope does not match the record.
    init(_ entry: HistoryEntry, of account: AccountID, on network: Network) throws(HorizonError) {
        self.account = account
        self.entry = entry
        hash = entry.inclusion.place
        ledger = entry.inclusion.ledger
        isSuccessful = entry.inclusion.isSuccessful
        guard let envelope = entry.envelope else {
            // An envelope that cannot be decoded may be anything, so it counts as the account's own.
            (transaction, innerHash, paysFee, acts, operations) = (nil, nil, true, true, [])
            return
        }
        guard envelope.hash(on: network) == hash else {
            throw .protocolBroken(
                what: "the envelope of \(hash.hex) is another transaction",
                request: "/accounts/\(account.address)/transactions")
        }
        let inner = envelope.innermost
        transaction = inner
        innerHash = if case .feeBump = envelope.content { inner.hash(on: network) } else { nil }
        operations = inner.operations.map(\.type.name)
        paysFee = envelope.feeSource.account == account
        acts =
            paysFee || inner.sourceAccount.account == account
            || inner.operations.contains { $0.sourceAccount?.account == account }
    }

    /// - Parameters:
    ///   - knowsInner: whether the journal knows a fee bump's inner transaction. Anyone who wraps our transaction pays
    ///     for it and changes nothing else, unless the account itself pays the fee.
    mutating func settle(knows: Bool, knowsInner: Bool) {
        isOurs = knows || (knowsInner && !paysFee)
    }

    /// The operations that took effect.
    private var effective: [(source: AccountID, type: OperationType, facts: OperationFacts)] {
        guard isSuccessful, let transaction else { return [] }
        return transaction.operations.map { (transaction.source(of: $0).account, $0.type, $0.body.facts) }
    }

    private var own: [(source: AccountID, type: OperationType, facts: OperationFacts)] {
        effective.filter { $0.source == account }
    }

    private var setsOptions: Bool { own.contains { $0.type == .setOptions } }

    /// Whether it can explain the change.
    func explains(_ change: AccountChange) -> Bool {
        guard transaction != nil else { return true }
        return switch change {
        case .account: effective.contains { makesOrEnds($0.source, $0.facts) }
        case .sequence: sequence(after: .min) != .min
        case .signer(let key, _, _): setsOptions || spentSigners.contains(key)
        case .threshold, .flag, .homeDomain: setsOptions
        case .data(let name, _, _):
            own.contains { $0.facts.data.map { String(decoding: $0.bytes, as: UTF8.self) == name } == true }
        case .trustline: own.contains { $0.facts.trust != nil }
        case .authorization: effective.contains { $0.facts.trustor == account }
        case .balance(let asset, _, _): (asset == "native" && paysFee) || movement(of: asset) != 0
        }
    }

    private func makesOrEnds(_ source: AccountID, _ facts: OperationFacts) -> Bool {
        switch facts.authority {
        case .create(let created)?: created == account
        case .merge?: source == account
        case .set?, nil: false
        }
    }

    /// The pre-authorized signers that it removed: such a signer is removed once its transaction was applied,
    /// successfully or not.
    private var spentSigners: [String] {
        [hash, innerHash].compactMap { $0.map { SignerKey.preAuthTx($0.hash).address } }
    }

    /// The account's sequence number after it.
    func sequence(after before: Int64) -> Int64 {
        guard let transaction else {
            return max(before, entry.source == account ? entry.sequence : before)
        }
        var number = before
        if transaction.sourceAccount.account == account { number = max(number, transaction.seqNum) }
        for bumped in own.compactMap(\.facts.sequence) { number = max(number, bumped) }
        return number
    }

    /// Whether it creates the account, which resets its sequence number.
    var createsAccount: Bool {
        effective.contains { $0.facts.authority == .create(account) }
    }

    /// Its change of the account's balance, in stroops; nil when the transaction itself does not determine it.
    func movement(of asset: String) -> Int128? {
        movement(of: asset) { _, _ in nil }
    }

    /// Its change of the account's balance, in stroops; nil when neither the transaction nor its payments determine it.
    ///
    /// - Parameter payments: the account's payments with this transaction. A path payment's amounts are known from its
    ///   record only.
    func movement(of asset: String, payments: [PaymentRecord]) -> Int128? {
        movement(of: asset) { index, facts in
            guard facts.transfer?.form == .pathPayment,
                // The operation's number, from 1, is in the last 12 bits of its ID.
                let record = payments.first(where: { UInt64($0.id).map { Int($0 & 0xfff) } == index + 1 }),
                record.transactionHash == hash
            else { return nil }
            return record.movement(of: asset, for: account)
        }
    }

    private func movement(of asset: String, otherwise: (Int, OperationFacts) -> Int128?) -> Int128? {
        guard transaction != nil else { return nil }
        var sum: Int128 = asset == "native" && paysFee ? -Int128(entry.feeCharged) : 0
        for (index, (source, _, facts)) in effective.enumerated() {
            guard let moved = facts.movement(of: asset, for: account, from: source) ?? otherwise(index, facts) else {
                return nil
            }
            sum += moved
        }
        return sum
    }

    /// When its ledger closed; nil if the server does not say.
    var time: Timestamp? { entry.createdAt }
}

extension OperationFacts {
    /// The operation's change of an account's balance; nil when only its result determines it.
    fileprivate func movement(of asset: String, for account: AccountID, from source: AccountID) -> Int128? {
        switch movement {
        case .none: return 0
        case .transfer(let transfer):
            guard let moved = transfer.determined else { return nil }
            // An issuer has no balance of its own asset.
            guard moved.asset.text == asset, moved.asset.issuer != account else { return 0 }
            let amount = Int128(moved.amount)
            return (transfer.destination?.account == account ? amount : 0)
                - ((transfer.holder?.account ?? source) == account ? amount : 0)
        case .offer, .unnamed: return nil
        }
    }
}
