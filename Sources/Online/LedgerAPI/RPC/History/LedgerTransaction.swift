// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// An applied transaction with its metadata: what Horizon would list of it as effects and payments follows from what
/// the ledger changed.
package struct LedgerTransaction: Hashable, Sendable {
    package let transaction: HashedTransaction
    /// Horizon's ID of it (SEP-35).
    package let token: UInt64
    package let time: Timestamp
    package let isSuccessful: Bool
    /// In base64, as the server wrote it.
    package let resultXDR: String
    package let metaXDR: String
    /// Nil where it has something that this version does not know.
    package let result: TransactionResult?
    package let meta: TransactionMeta?
    /// The error of a failed contract call; nil for everything else, and where the server does not give it.
    package let callError: CallError?

    package init(_ record: TransactionRecord, on network: Network) {
        transaction = HashedTransaction(record.applied.envelope, on: network)
        token = UInt64(record.ledger) << 32 | UInt64(record.applicationOrder) << 12
        (time, isSuccessful) = (record.createdAt, record.isSuccessful)
        (resultXDR, metaXDR) = (record.applied.resultXDR, record.metaXDR)
        (result, meta) = (record.applied.result, record.meta.value)
        callError = record.isSuccessful ? nil : CallError(record.diagnosticEvents.compactMap(\.value))
    }

    /// Why what a server wrote is no transaction.
    package enum Fault: Error {
        /// It has something that this version does not know.
        case unknown
        /// It is another transaction.
        case other
    }

    /// One as a server wrote it.
    package init(
        hash: TransactionHash, envelope: String, result: String, meta: String, isSuccessful: Bool, token: UInt64,
        time: Timestamp, on network: Network
    ) throws(Fault) {
        guard let bytes = try? Base64.decode(envelope), let decoded = try? TransactionEnvelope(xdr: bytes) else {
            throw .unknown
        }
        transaction = HashedTransaction(decoded, on: network)
        guard transaction.hash == hash else { throw .other }
        (self.token, self.time, self.isSuccessful) = (token, time, isSuccessful)
        (resultXDR, metaXDR) = (result, meta)
        self.result = (try? Base64.decode(result)).flatMap { try? TransactionResult(xdr: $0) }
        self.meta = (try? Base64.decode(meta)).flatMap { try? TransactionMeta(xdr: $0) }
        callError = isSuccessful ? nil : self.meta.flatMap { CallError($0.diagnosticEvents) }
    }

    package var hash: TransactionHash { transaction.hash }
    package var ledger: UInt32 { UInt32(truncatingIfNeeded: token >> 32) }
    private var inner: Transaction { transaction.envelope.innermost }

    /// The record of it in an account's history.
    package var entry: HistoryEntry {
        HistoryEntry(
            InclusionRecord(
                transaction, isSuccessful: isSuccessful, ledger: Int64(ledger), resultXDR: resultXDR),
            source: inner.sourceAccount.account, sequence: inner.seqNum, feeCharged: result?.feeCharged ?? 0,
            feeAccount: transaction.envelope.feeSource.account,
            fault: result == nil ? "its result contains something that this version does not know" : nil,
            createdAt: time, envelope: transaction.envelope, token: token)
    }

    // MARK: effects

    /// What each operation changed; nil where the metadata is missing or not readable.
    var operationChanges: [LedgerEntryChanges]? {
        switch meta {
        case .v3(let meta): meta.operations.map(\.changes)
        case .v4(let meta): meta.operations.map(\.changes)
        case nil: nil
        }
    }

    /// What its operations did to an account, in Horizon's terms; empty for a failed one.
    package func effects(on account: AccountID) -> [EffectRecord] {
        guard isSuccessful else { return [] }
        let changes = operationChanges ?? []
        return inner.operations.indices.flatMap { index -> [EffectRecord] in
            let operation = inner.operations[index]
            let applied = AppliedEffects(
                operation: operation, source: inner.source(of: operation).account,
                result: result.flatMap { $0.operations.indices.contains(index) ? $0.operations[index] : nil },
                changes: changes.indices.contains(index) ? changes[index] : [], account: account)
            return applied.effects.enumerated().map { place, effect in
                EffectRecord(
                    operation: token + UInt64(index) + 1, place: UInt64(place) + 1, account: account,
                    type: effect.type, createdAt: time, change: effect.change)
            }
        }
    }

    /// The claimable balances that an account claimed.
    package func claims(by account: AccountID) -> [ClaimableBalanceID] {
        guard isSuccessful else { return [] }
        return inner.operations.compactMap { operation in
            guard case .claimClaimableBalance(let claim) = operation.body,
                inner.source(of: operation).account == account
            else { return nil }
            return claim.balanceID
        }
    }

    /// The claimable balances that it made.
    package var createdBalances: [ClaimableBalanceID] {
        isSuccessful ? result?.operations.compactMap(\.createdBalance) ?? [] : []
    }

    /// Adds the trustlines and data entries of an account that it made, changed or removed.
    package func addEntries(of account: AccountID, to named: inout NamedEntries) {
        for change in (operationChanges ?? []).joined() {
            switch change {
            case .state(let entry), .created(let entry), .updated(let entry), .restored(let entry):
                switch entry.data {
                case .trustline(let line) where line.accountID == account: named.add(line.asset)
                case .data(let entry) where entry.accountID == account:
                    named.add(data: String(decoding: entry.dataName.bytes, as: UTF8.self))
                default: break
                }
            case .removed: break
            }
        }
    }

    // MARK: payments

    /// The operations that paid an account or were paid by it, in Horizon's terms and their order; empty for a failed
    /// transaction.
    package func payments(of account: AccountID) -> [PaymentRecord] {
        guard isSuccessful else { return [] }
        return inner.operations.indices.compactMap { index in
            let record = payment(at: index)
            let isOwn = record?.from?.account == account || record?.to?.account == account
            let isCall = record?.changes.contains { $0.from?.account == account || $0.to?.account == account }
            return isOwn || isCall == true ? record : nil
        }
    }

    /// What contract calls did to balances, by Horizon's ID of the operation.
    package var calls: [UInt64: PaymentRecord] {
        guard isSuccessful, inner.operations.count == 1, inner.operations[0].type == .invokeHostFunction else {
            return [:]
        }
        return payment(at: 0).map { [token + 1: $0] } ?? [:]
    }

    private func payment(at index: Int) -> PaymentRecord? {
        let operation = inner.operations[index]
        let source = inner.source(of: operation)
        let result = self.result.flatMap { $0.operations.indices.contains(index) ? $0.operations[index] : nil }
        var sides = PaymentRecord.Sides()
        if operation.type == .invokeHostFunction {
            sides.changes = (meta?.contractEvents ?? []).compactMap { event in
                AssetEvent(event, on: transaction.network).flatMap(BalanceChange.init)
            }
        } else {
            guard let transfer = operation.body.facts.transfer,
                [.payment, .pathPayment, .creation, .merge].contains(transfer.form),
                let destination = transfer.destination, let received = transfer.received
            else { return nil }
            (sides.from, sides.to) = (PaymentParty(source), PaymentParty(destination))
            sides.asset = received.asset
            switch transfer.form {
            case .merge: sides.amount = result?.merged
            case .pathPayment:
                sides.amount = result?.delivered
                sides.sourceAsset = transfer.sent.asset
                sides.sourceAmount = transfer.sent.isExact ? transfer.sent.amount : result?.sent
            default: sides.amount = received.amount
            }
        }
        return PaymentRecord(
            id: token + UInt64(index) + 1, type: operation.type.name, createdAt: time, hash: hash,
            source: source.account, memo: inner.memo, sides)
    }
}

/// What one operation did to an account.
private struct AppliedEffects {
    typealias Effect = (type: String, change: EffectRecord.Change)

    let operation: Operation
    let source: AccountID
    let result: OperationResult?
    let changes: LedgerEntryChanges
    let account: AccountID

    private var isSource: Bool { source == account }

    var effects: [Effect] {
        let transfer = operation.body.facts.transfer
        var found = trades
        var left = deltas
        for case (_, .traded(_, let gave, let got)) in found {
            left[gave.asset, default: 0] += Int128(gave.amount.stroops)
            left[got.asset, default: 0] -= Int128(got.amount.stroops)
        }
        // What an account pays to itself changes nothing.
        if let transfer, isSource, transfer.destination?.account == account, transfer.form != .merge,
            let part = transfer.determined, left[part.asset, default: 0] == 0
        {
            let part = EffectRecord.Part(part.asset, Amount(stroops: part.amount))
            return found + [("account_debited", .debited(part)), ("account_credited", .credited(part))]
        }
        if case .create(let created)? = operation.body.facts.authority, created == account,
            let amount = left.removeValue(forKey: .native)
        {
            found.append(("account_created", .created(Amount(stroops: Int64(clamping: amount)))))
        }
        found += moved(left)
        if isClaimant, let balance = result?.createdBalance {
            found.append(("claimable_balance_claimant_created", .mayClaim(balance)))
        }
        return found
    }

    /// What remains once trades are taken out.
    private func moved(_ left: [Asset: Int128]) -> [Effect] {
        let parts = left.filter { $0.value != 0 }.sorted { $0.key.text < $1.key.text }.map { asset, amount in
            (EffectRecord.Part(asset, Amount(stroops: Int64(clamping: abs(amount)))), amount > 0)
        }
        if isSource, let pool = operation.body.facts.pool {
            let id = Hex.encode(pool.bytes)
            switch operation.body {
            case .liquidityPoolDeposit:
                return [("liquidity_pool_deposited", .deposited(pool: id, parts.map(\.0)))]
            case .liquidityPoolWithdraw:
                return [("liquidity_pool_withdrew", .withdrew(pool: id, parts.map(\.0)))]
            default: break
            }
        }
        return parts.map { part, isInto in
            isInto ? ("account_credited", .credited(part)) : ("account_debited", .debited(part))
        }
    }

    private var isClaimant: Bool {
        guard let transfer = operation.body.facts.transfer, transfer.form == .claim else { return false }
        return transfer.destinations.contains { $0.account == account }
    }

    /// The trades of its offers. The hops of its own path payment are none: the ends of that are effects.
    private var trades: [Effect] {
        guard let result else { return [] }
        let isTaker = isSource && operation.body.facts.offer != nil
        return result.claims.compactMap { claim -> Effect? in
            let given = EffectRecord.Part(claim.given.asset, Amount(stroops: claim.given.amount))
            let taken = EffectRecord.Part(claim.taken.asset, Amount(stroops: claim.taken.amount))
            if claim.maker == account { return ("trade", .traded(with: source, gave: given, got: taken)) }
            guard isTaker, let maker = claim.maker else { return nil }
            return ("trade", .traded(with: maker, gave: taken, got: given))
        }
    }

    /// How its balances changed, in stroops. An issuer has no balance of its own assets.
    private var deltas: [Asset: Int128] {
        var deltas: [Asset: Int128] = [:]
        var before: [Asset: Int64] = [:]
        for change in changes {
            switch change {
            case .state(let entry):
                if let held = entry.balance(of: account) { before[held.asset] = held.amount }
            case .created(let entry), .updated(let entry), .restored(let entry):
                guard let held = entry.balance(of: account) else { continue }
                deltas[held.asset, default: 0] += Int128(held.amount) - Int128(before[held.asset] ?? 0)
                before[held.asset] = held.amount
            case .removed(let key):
                guard let asset = key.balance(of: account) else { continue }
                deltas[asset, default: 0] -= Int128(before[asset] ?? 0)
                before[asset] = 0
            }
        }
        return deltas
    }
}

extension LedgerEntry {
    /// An account's balance in it, in stroops; nil for other entries, and for shares of pools.
    package func balance(of account: AccountID) -> (asset: Asset, amount: Int64)? {
        switch data {
        case .account(let entry) where entry.accountID == account: (.native, entry.balance)
        case .trustline(let line) where line.accountID == account: line.asset.asset.map { ($0, line.balance) }
        default: nil
        }
    }
}

extension LedgerKey {
    /// The asset of which an account has a balance in the entry.
    fileprivate func balance(of account: AccountID) -> Asset? {
        switch self {
        case .account(let key) where key.accountID == account: .native
        case .trustline(let key) where key.accountID == account: key.asset.asset
        default: nil
        }
    }
}

extension BalanceChange {
    fileprivate init(_ event: AssetEvent) {
        self.init(from: event.from, to: event.to, asset: event.asset, amount: event.amount)
    }
}
