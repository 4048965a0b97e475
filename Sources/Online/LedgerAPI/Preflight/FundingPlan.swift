// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

/// The amounts of each asset that the payers of several transactions need and can spend, and where the funds run out.
///
/// Applies the transactions in the order given, each with its maximum fee before its operations. An account can spend
/// what it received earlier in the plan. Payments, created accounts and claimable balances are counted; an issuer can
/// issue any amount of its own asset, and a payment to oneself needs nothing.
package struct FundingPlan: Sendable {
    package struct Place: Hashable, Sendable {
        /// The transaction's index, from 0.
        package let transaction: Int
        /// The operation's index, from 0; nil for the transaction's fee.
        package let operation: Int?
    }

    /// What one account needs of one asset, in stroops.
    package struct Need: Hashable, Sendable {
        package let account: AccountID
        package let asset: Asset
        /// The amount needed, payments and fees together.
        package fileprivate(set) var needed: Int128 = 0
        /// The fees included in `needed`; only for native.
        package fileprivate(set) var fees: Int128 = 0
        /// The balance less selling liabilities and, for native, less the reserve; nil for an issuer's own asset, which
        /// has no limit.
        package let spendable: Int128?
        /// The amount that the account lacks before the first transaction.
        package fileprivate(set) var missing: Int128 = 0
        /// The place at which the funds run out.
        package fileprivate(set) var shortAt: Place?
        fileprivate var left: Int128

        fileprivate init(account: AccountID, asset: Asset, spendable: Int128?) {
            (self.account, self.asset, self.spendable) = (account, asset, spendable)
            left = spendable ?? 0
        }

        fileprivate mutating func spend(_ amount: Int128, at place: Place) {
            needed += amount
            guard spendable != nil else { return }
            left -= amount
            guard left < 0 else { return }
            missing = max(missing, -left)
            shortAt = shortAt ?? place
        }
    }

    private struct Key: Hashable {
        let account: AccountID
        let asset: Asset
    }

    /// In the order of first use; includes assets that an account receives before it spends any.
    private var needs: [Need] = []
    private var places: [Key: Int] = [:]

    /// Computes the plan. Fetches only accounts that pay; one that does not exist can spend nothing.
    package init<Source: LedgerSource>(
        _ envelopes: [TransactionEnvelope], in view: inout Source
    ) throws(Source.Failure) {
        let reserve = Int128(try view.ledger().baseReserve.stroops)
        let payers = Self.payers(envelopes)
        for (number, envelope) in envelopes.enumerated() {
            let fee = Place(transaction: number, operation: nil)
            let payer = Key(account: envelope.feeSource.account, asset: .native)
            let place = try self.place(of: payer, in: &view, reserve: reserve)
            needs[place].fees += Self.fee(of: envelope)
            needs[place].spend(Self.fee(of: envelope), at: fee)
            let transaction = envelope.innermost
            for (index, operation) in transaction.operations.enumerated() {
                let source = (operation.sourceAccount ?? transaction.sourceAccount).account
                guard let move = Move(operation.body.facts), move.destination != source else { continue }
                let spending = try self.place(
                    of: Key(account: source, asset: move.asset), in: &view, reserve: reserve)
                needs[spending].spend(move.amount, at: Place(transaction: number, operation: index))
                guard let receiver = move.destination, payers.contains(receiver) else { continue }
                let receiving = try self.place(
                    of: Key(account: receiver, asset: move.asset), in: &view, reserve: reserve)
                needs[receiving].left += move.amount
            }
        }
    }

    /// The assets that are spent, in the order of first use.
    package var spent: [Need] { needs.filter { $0.needed > 0 } }

    /// The assets of which an account has too little.
    package var shortages: [Need] { needs.filter { $0.missing > 0 } }

    package func isShort(_ account: AccountID, of asset: Asset) -> Bool {
        places[Key(account: account, asset: asset)].map { needs[$0].missing > 0 } ?? false
    }

    private mutating func place<Source: LedgerSource>(
        of key: Key, in view: inout Source, reserve: Int128
    ) throws(Source.Failure) -> Int {
        if let known = places[key] { return known }
        let spendable = try Self.spendable(key, in: &view, reserve: reserve)
        needs.append(Need(account: key.account, asset: key.asset, spendable: spendable))
        places[key] = needs.count - 1
        return needs.count - 1
    }

    private static func spendable<Source: LedgerSource>(
        _ key: Key, in view: inout Source, reserve: Int128
    ) throws(Source.Failure) -> Int128? {
        guard key.asset.issuer != key.account else { return nil }
        guard let record = try view.account(key.account),
            let held = record.balances.first(where: { $0.asset == key.asset })
        else { return 0 }
        let free = Int128(held.balance.stroops) - Int128(held.sellingLiabilities.stroops)
        let kept = key.asset == .native ? Int128(record.reserveEntries) * reserve : 0
        return max(0, free - kept)
    }

    private static func fee(of envelope: TransactionEnvelope) -> Int128 {
        switch envelope.content {
        case .transaction(let plain): Int128(plain.fee)
        case .feeBump(let bump): Int128(bump.fee)
        }
    }

    private static func payers(_ envelopes: [TransactionEnvelope]) -> Set<AccountID> {
        var payers: Set<AccountID> = []
        for envelope in envelopes {
            payers.insert(envelope.feeSource.account)
            let transaction = envelope.innermost
            payers.insert(transaction.sourceAccount.account)
            for operation in transaction.operations {
                if let source = operation.sourceAccount { payers.insert(source.account) }
            }
        }
        return payers
    }
}

/// An amount that an operation moves out of its source, as the operation alone determines it.
private struct Move {
    let asset: Asset
    let amount: Int128
    /// The recipient; nil when no account receives it at once.
    let destination: AccountID?

    init?(_ facts: OperationFacts) {
        // What is clawed back leaves another account.
        guard let transfer = facts.transfer, transfer.holder == nil, let moved = transfer.determined,
            // The network refuses a negative amount: it must not make up for another.
            moved.amount > 0
        else { return nil }
        (asset, amount, destination) = (moved.asset, Int128(moved.amount), transfer.destination?.account)
    }
}
