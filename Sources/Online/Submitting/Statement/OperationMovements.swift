// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR

/// What an operation moved into an account, out of it, or from one of its assets into another.
package struct Movement: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable {
        case into = "in"
        case out
        /// The account gave one asset and got another.
        case trade
        /// The account paid itself, and nothing changed.
        case own = "self"
    }

    /// The operation's number in its transaction, from 1.
    package let operation: Int
    /// The protocol's name of the operation; `trade` if another account's operation took an offer of this one.
    package let kind: String
    package let direction: Direction
    /// The account on the other side, or the claimable balance, pool or contract; nil if it is not known, or if there
    /// are several.
    package let counterparty: PaymentParty?
    /// The account's side: what it gave in a trade.
    package let part: EffectRecord.Part
    /// What it got in a trade; the other account's side of a path payment; otherwise nil.
    package let other: EffectRecord.Part?
}

/// A transaction in the history of an account: what it says, what the ledger says that came of it, and whether the two
/// agree.
struct RecordedTransaction: Sendable {
    let entry: HistoryEntry
    let time: Timestamp
    /// Nil when the envelope contains something that this release does not know.
    let envelope: TransactionEnvelope?
    /// What it cost the account, in stroops; nil if another account paid, or the fee of another's transaction.
    let fee: Int64?
    /// What it moved, in the order of its operations.
    let movements: [Movement]
    /// Balances that the account may claim, and who set them aside.
    let claims: [ClaimableBalanceID: PaymentParty]
    /// What it changed of the account's balances, fee included, in stroops. An issuer has no balance of its own assets.
    let changes: [Asset: Int128]
    /// What of the account's existence it changed first.
    let lifecycle: Lifecycle?
    /// Whether it called a contract.
    let hasContractCall: Bool

    enum Lifecycle: Hashable, Sendable { case created, merged }

    var hash: TransactionHash { entry.inclusion.place }

    /// The inner hash of a fee bump; nil for other transactions.
    let innerHash: TransactionHash?

    /// - Throws: `.protocolBroken` when the server's data contradict each other, or cannot be what they are said to be.
    init(
        _ entry: HistoryEntry, _ effects: [EffectRecord], _ calls: [UInt64: PaymentRecord],
        claimable: [ClaimableBalanceID: PaymentParty], of account: AccountID, on network: Network
    ) throws(HorizonError) {
        self.entry = entry
        let hash = entry.inclusion.place
        func broken(_ what: String) -> HorizonError {
            .protocolBroken(
                what: "transaction \(hash.hex): \(what)", request: "/accounts/\(account.address)/transactions")
        }
        if let fault = entry.fault { throw broken(fault) }
        guard let time = entry.createdAt else { throw broken("it has no time") }
        self.time = time
        envelope = entry.envelope
        if let envelope, envelope.hash(on: network) != hash {
            throw broken("its envelope is another transaction's")
        }
        let transaction = envelope?.innermost
        innerHash = if case .feeBump? = envelope?.content { transaction?.hash(on: network) } else { nil }
        let feeSource = envelope.map { $0.feeSource.account } ?? entry.feeAccount
        guard let feeSource else { throw broken("it does not say who paid its fee") }
        guard entry.feeCharged >= 0 else { throw broken("its fee is below zero") }
        fee = feeSource == account ? entry.feeCharged : nil
        let isSuccessful = entry.inclusion.isSuccessful
        guard isSuccessful || effects.allSatisfy({ $0.change == .none }) else {
            throw broken("it failed, but has effects")
        }
        if let last = effects.last, let count = transaction?.operations.count, last.index >= count {
            throw broken("it has \(count) operations, and an effect of number \(last.index + 1)")
        }
        let result = entry.result
        if let transaction, let result, isSuccessful, result.operations.count != transaction.operations.count {
            throw broken("its result is one of \(result.operations.count) operations")
        }
        hasContractCall = transaction?.operations.contains { $0.type == .invokeHostFunction } == true && isSuccessful

        var (movements, claims): ([Movement], [ClaimableBalanceID: PaymentParty]) = ([], [:])
        var changes: [Asset: Int128] = [:]
        var lifecycle: Lifecycle?
        let byOperation = Dictionary(grouping: effects, by: \.index)
        let indices = transaction.map { Array($0.operations.indices) } ?? byOperation.keys.sorted()
        for index in isSuccessful ? indices : [] {
            let operation = AppliedOperation(
                index: index, operation: transaction?.operations[index],
                source: transaction.map { $0.source(of: $0.operations[index]) }, result: result?.operations[index],
                effects: byOperation[index] ?? [], call: calls[entry.token + UInt64(index) + 1], account: account)
            if let fault = operation.contradiction { throw broken(fault) }
            for (asset, amount) in operation.effectChanges { changes[asset, default: 0] += amount }
            movements += operation.movements(claimable: claimable)
            claims.merge(operation.claims) { old, _ in old }
            lifecycle = lifecycle ?? operation.lifecycle
        }
        if let fee { changes[.native, default: 0] -= Int128(fee) }
        (self.movements, self.claims, self.lifecycle) = (movements, claims, lifecycle)
        self.changes = changes.filter { $0.key.issuer != account && $0.value != 0 }
    }
}

extension HistoryEntry {
    /// The decoded result; nil when it contains something that this release does not know.
    fileprivate var result: TransactionResult? {
        guard inclusion.codes != nil, let bytes = try? Base64.decode(inclusion.resultXDR) else { return nil }
        return try? TransactionResult(xdr: bytes)
    }
}

/// An operation that was applied, as one account saw it.
private struct AppliedOperation {
    let index: Int
    /// Nil for one that this release does not know.
    let operation: Operation?
    let source: MuxedAccount?
    let result: OperationResult?
    let effects: [EffectRecord]
    /// What a contract call did to balances; nil if it is none, or the server does not say.
    let call: PaymentRecord?
    let account: AccountID

    private var facts: OperationFacts? { operation.map { $0.body.facts } }
    private var transfer: OperationFacts.Transfer? { facts?.transfer }
    private var isSource: Bool { source?.account == account }

    /// Whether the trades among the effects are hops of the account's own path payment, whose ends are effects of
    /// their own.
    private var tradesAreHops: Bool {
        if operation == nil {
            return effects.contains { if case .debited = $0.change { true } else { false } }
        }
        return isSource && transfer?.form == .pathPayment
    }

    // MARK: amounts

    /// What the effects changed of each balance, in stroops.
    var effectChanges: [Asset: Int128] {
        var changes: [Asset: Int128] = [:]
        func add(_ part: EffectRecord.Part, _ sign: Int128) {
            changes[part.asset, default: 0] += sign * Int128(part.amount.stroops)
        }
        for effect in effects {
            switch effect.change {
            case .credited(let part): add(part, 1)
            case .debited(let part): add(part, -1)
            case .created(let amount): add(EffectRecord.Part(.native, amount), 1)
            case .traded(_, let gave, let got):
                guard !tradesAreHops else { continue }
                add(gave, -1)
                add(got, 1)
            case .deposited(_, let parts): for part in parts { add(part, -1) }
            case .withdrew(_, let parts): for part in parts { add(part, 1) }
            case .mayClaim, .none: break
            }
        }
        if isToldByCall {
            for change in callChanges { add(change.part, change.isInto ? 1 : -1) }
        }
        return changes
    }

    /// What operation and result determine of each balance, in stroops; nil if they do not.
    private var determinedChanges: [Asset: Int128]? {
        guard let facts, let source, let result else { return nil }
        var changes: [Asset: Int128] = [:]
        switch facts.movement {
        case .none: break
        case .transfer(let transfer):
            guard let sent = sentPart, transfer.received == nil || receivedPart != nil else { return nil }
            if (transfer.holder?.account ?? source.account) == account {
                changes[sent.asset, default: 0] -= Int128(sent.amount.stroops)
            }
            if transfer.destination?.account == account, let received = receivedPart {
                changes[received.asset, default: 0] += Int128(received.amount.stroops)
            }
        case .offer:
            for claim in result.claims where isSource {
                changes[claim.given.asset, default: 0] += Int128(claim.given.amount)
                changes[claim.taken.asset, default: 0] -= Int128(claim.taken.amount)
            }
        case .unnamed: return nil
        }
        for claim in result.claims where claim.maker == account {
            changes[claim.given.asset, default: 0] -= Int128(claim.given.amount)
            changes[claim.taken.asset, default: 0] += Int128(claim.taken.amount)
        }
        return changes
    }

    /// What the source of a transfer sent; nil if neither the operation nor its result says so.
    private var sentPart: EffectRecord.Part? {
        guard let transfer else { return nil }
        let amount: Int64? =
            switch transfer.form {
            case .merge: result?.merged
            case .pathPayment where !transfer.sent.isExact: result?.sent
            default: transfer.sent.amount
            }
        return amount.map { EffectRecord.Part(transfer.sent.asset, Amount(stroops: $0)) }
    }

    /// What arrived; nil if neither the operation nor its result says so, or it was destroyed.
    private var receivedPart: EffectRecord.Part? {
        guard let transfer, let received = transfer.received else { return nil }
        let amount: Int64? =
            switch transfer.form {
            case .merge: result?.merged
            case .pathPayment: result?.delivered
            default: received.amount
            }
        return amount.map { EffectRecord.Part(received.asset, Amount(stroops: $0)) }
    }

    /// How the effects contradict the operation and its result; nil if they do not.
    var contradiction: String? {
        let told = effectChanges
        if let (asset, amount) = told.first(where: { $0.value.magnitude > UInt128(Int64.max) }) {
            return
                "operation \(index + 1) moved \(Amount.text(ofSum: amount)) \(asset.plain), more than the ledger can hold"
        }
        guard let determined = determinedChanges else { return nil }
        for asset in Set(determined.keys).union(told.keys) where asset.issuer != account {
            let (one, other) = (determined[asset] ?? 0, told[asset] ?? 0)
            if one != other {
                return
                    "operation \(index + 1) changed the balance of \(asset.plain) by \(Amount.text(ofSum: one)) by its "
                    + "result, and by \(Amount.text(ofSum: other)) by its effects"
            }
        }
        return nil
    }

    /// What it did first to the account's existence.
    var lifecycle: RecordedTransaction.Lifecycle? {
        switch facts?.authority {
        case .create(let created)? where created == account: .created
        case .merge? where isSource: .merged
        default: nil
        }
    }

    // MARK: movements

    private func movement(
        _ direction: Movement.Direction, _ part: EffectRecord.Part, _ other: EffectRecord.Part? = nil,
        with counterparty: PaymentParty?, isTaken: Bool = false
    ) -> Movement {
        Movement(
            operation: index + 1, kind: isTaken ? "trade" : operation?.type.name ?? "unknown", direction: direction,
            counterparty: counterparty, part: part, other: other)
    }

    /// - Parameter claimable: who set aside the balances that the account may claim.
    func movements(claimable: [ClaimableBalanceID: PaymentParty]) -> [Movement] {
        var found: [Movement] = []
        if transfer?.form == .pathPayment {
            found += pathMovements
        } else {
            var credits: [EffectRecord.Part] = []
            var debits: [EffectRecord.Part] = []
            for effect in effects {
                switch effect.change {
                case .credited(let part): credits.append(part)
                case .created(let amount): credits.append(EffectRecord.Part(.native, amount))
                case .debited(let part): debits.append(part)
                case .deposited(let pool, let parts):
                    found += parts.map { movement(.out, $0, with: Self.pool(pool)) }
                case .withdrew(let pool, let parts):
                    found += parts.map { movement(.into, $0, with: Self.pool(pool)) }
                case .traded, .mayClaim, .none: break
                }
            }
            if credits.count == 1, credits == debits, transfer != nil {
                found.append(movement(.own, credits[0], with: PaymentParty(MuxedAccount(account))))
            } else {
                found += debits.map { movement(.out, $0, with: receiver(of: $0)) }
                found += credits.map { movement(.into, $0, with: giver(of: $0, claimable)) }
            }
        }
        if isToldByCall {
            found += callChanges.map { movement($0.isInto ? .into : .out, $0.part, with: $0.other) }
        }
        return found + trades
    }

    /// Both ends of a path payment.
    private var pathMovements: [Movement] {
        guard let transfer, let source else { return [] }
        func effect(_ choose: (EffectRecord.Change) -> EffectRecord.Part?) -> EffectRecord.Part? {
            for effect in effects { if let part = choose(effect.change) { return part } }
            return nil
        }
        let sent = sentPart ?? effect { if case .debited(let part) = $0 { part } else { nil } }
        let received = receivedPart ?? effect { if case .credited(let part) = $0 { part } else { nil } }
        let isDestination = transfer.destination?.account == account
        let destination = transfer.destination.map { PaymentParty($0) }
        switch (isSource, isDestination) {
        case (true, true):
            guard let sent, let received else { return [] }
            return [
                sent == received
                    ? movement(.own, sent, with: destination) : movement(.trade, sent, received, with: destination)
            ]
        case (true, false): return sent.map { [movement(.out, $0, received, with: destination)] } ?? []
        case (false, true): return received.map { [movement(.into, $0, sent, with: PaymentParty(source))] } ?? []
        case (false, false): return []
        }
    }

    /// The trades of its offers, of which those of the same two assets are one movement.
    private var trades: [Movement] {
        struct Sum {
            let assets: [Asset]
            var gave: Int64 = 0
            var got: Int64 = 0
            var makers: Set<AccountID> = []

            init(_ gave: Asset, _ got: Asset) { assets = [gave, got] }
        }
        guard !tradesAreHops else { return [] }
        var sums: [Sum] = []
        for effect in effects {
            guard case .traded(let other, let gave, let got) = effect.change else { continue }
            let place = sums.firstIndex { $0.assets == [gave.asset, got.asset] } ?? sums.count
            if place == sums.count { sums.append(Sum(gave.asset, got.asset)) }
            // Sums that the ledger cannot hold were refused as a contradiction.
            sums[place].gave = sums[place].gave.addingReportingOverflow(gave.amount.stroops).partialValue
            sums[place].got = sums[place].got.addingReportingOverflow(got.amount.stroops).partialValue
            sums[place].makers.insert(other)
        }
        return sums.map { sum in
            let other = sum.makers.count == 1 ? sum.makers.first.map { PaymentParty(MuxedAccount($0)) } : nil
            return movement(
                .trade, EffectRecord.Part(sum.assets[0], Amount(stroops: sum.gave)),
                EffectRecord.Part(sum.assets[1], Amount(stroops: sum.got)), with: other, isTaken: !isSource)
        }
    }

    /// Who gets what the account gave.
    private func receiver(of part: EffectRecord.Part) -> PaymentParty? {
        guard let transfer, let source else { return callChange(of: part, isInto: false)?.other }
        switch transfer.form {
        case .claim:
            let claimants = transfer.destinations
            if claimants.count == 1 { return PaymentParty(claimants[0]) }
            return result?.createdBalance.flatMap { try? PaymentParty($0.address) }
        // The issuer takes it back.
        case .clawback: return PaymentParty(source)
        case .payment, .pathPayment, .creation, .merge: return transfer.destination.map { PaymentParty($0) }
        }
    }

    /// Who gave what the account got.
    private func giver(of part: EffectRecord.Part, _ claimable: [ClaimableBalanceID: PaymentParty]) -> PaymentParty? {
        if let transfer, let source {
            return transfer.form == .clawback ? transfer.holder.map { PaymentParty($0) } : PaymentParty(source)
        }
        if let balance = facts?.balance { return claimable[balance] ?? (try? PaymentParty(balance.address)) }
        return callChange(of: part, isInto: true)?.other
    }

    /// The balances that it lets the account claim, with its source.
    var claims: [ClaimableBalanceID: PaymentParty] {
        guard let source else { return [:] }
        var found: [ClaimableBalanceID: PaymentParty] = [:]
        for effect in effects {
            if case .mayClaim(let balance) = effect.change { found[balance] = PaymentParty(source) }
        }
        return found
    }

    private static func pool(_ id: String) -> PaymentParty? {
        guard let hash = (try? Hex.decode(id)).flatMap(Hash.init) else { return nil }
        return try? PaymentParty(StrKey.liquidityPool(hash).text)
    }

    // MARK: contract calls

    private struct CallChange {
        let part: EffectRecord.Part
        let isInto: Bool
        let other: PaymentParty?
    }

    private var callChanges: [CallChange] {
        (call?.changes ?? []).flatMap { change -> [CallChange] in
            let part = EffectRecord.Part(change.asset, change.amount)
            guard change.from?.account != change.to?.account || change.from?.account != account else { return [] }
            if change.to?.account == account { return [CallChange(part: part, isInto: true, other: change.from)] }
            if change.from?.account == account { return [CallChange(part: part, isInto: false, other: change.to)] }
            return []
        }
    }

    private func callChange(of part: EffectRecord.Part, isInto: Bool) -> CallChange? {
        callChanges.first { $0.part == part && $0.isInto == isInto }
    }

    /// Whether only the description of the call says what it moved: the server has no effects of it.
    private var isToldByCall: Bool {
        call != nil
            && !effects.contains { effect in
                switch effect.change {
                case .credited, .debited: true
                default: false
                }
            }
    }
}
