// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// The assets and pinned tokens that leave and enter the accounts that act, operation by operation, summed for each
/// account and token.
///
/// Excludes fees and payments to oneself. Of an exchange of an asset for itself within an account, only
/// the loss counts. Effects on other accounts (a clawback, say) are left to the rules.
package struct Flows: Sendable {
    /// An operation that moves an amount that the transaction does not name.
    package enum Unknown: String, Sendable, CaseIterable {
        /// All XLM of a merged account.
        case merge
        /// The amount of a claimable balance.
        case claim
        /// The two assets of a pool.
        case pool
        /// Anything that a contract does.
        case contract
    }

    package struct Total: Sendable {
        /// The account, or the contract account.
        package let holder: SCAddress
        package let token: KnownToken
        /// In the token's smallest unit, for assets stroops; wider than an amount, since many are added up.
        package fileprivate(set) var sum: Int128 = 0
        /// The number of operations.
        package fileprivate(set) var count = 0
        /// Whether the sum is exact; otherwise an upper bound of what leaves, or an estimate of what enters.
        package fileprivate(set) var isExact = true

        /// Nil for a contract account.
        package var account: AccountID? { holder.account }
        /// Nil for a pinned token.
        package var asset: Asset? { token.asset }
        /// The sum in units.
        package var text: String { token.text(of: sum) }
    }

    private static let few = 8

    private struct Kind: Hashable {
        let holder: SCAddress
        let token: KnownToken
        let enters: Bool
    }

    package private(set) var leaving: [Total] = []
    package private(set) var entering: [Total] = []
    /// The tokens that leave any account, in order of first appearance.
    package private(set) var leavingTokens: [KnownToken] = []
    private var leavingSet: Set<KnownToken> = []
    /// The number of operations that move an amount that is not named.
    package private(set) var unknown: [Unknown: Int] = [:]
    private var places: [Kind: Int] = [:]

    package init() {}

    /// - Parameter tokens: those whose movements by a contract call are counted as the asset's.
    package init(_ transaction: Transaction, tokens: KnownTokens) {
        for operation in transaction.operations {
            add(operation.body, operation.body.facts, by: transaction.source(of: operation).account, tokens: tokens)
        }
    }

    /// What an authorization entry lets move.
    package init(_ asked: AuthorizationRequest, tokens: KnownTokens) {
        let op = asked.asOperation
        move(tokens.moves(of: op), op, asked.entry.credentials.address?.address)
    }

    mutating func add(
        _ body: OperationBody, _ facts: OperationFacts, by account: AccountID, tokens: KnownTokens
    ) {
        if case .invokeHostFunction(let op) = body { return move(tokens.moves(of: op), op, .account(account)) }
        switch facts.movement {
        case .transfer(let transfer): add(transfer, by: account)
        case .offer(let offer):
            guard offer.amount > 0 else { return }
            leaves(offer.mostSold, offer.selling, account, isExact: false)
            enters(offer.bought, offer.buying, account, isExact: false)
        case .unnamed(.claim): unknown[.claim, default: 0] += 1
        case .unnamed(.deposit), .unnamed(.withdrawal): unknown[.pool, default: 0] += 1
        case .unnamed(.clawback), .unnamed(.call), .unnamed(.other), .none: break
        }
    }

    private mutating func add(_ transfer: OperationFacts.Transfer, by account: AccountID) {
        let sent = transfer.sent
        // What is clawed back belongs to another account.
        guard transfer.holder == nil, let received = transfer.received else { return }
        guard let amount = sent.amount, let arriving = received.amount else {
            unknown[.merge, default: 0] += 1
            return
        }
        let isPayment = transfer.form == .payment || transfer.form == .pathPayment
        if !isPayment || transfer.destination?.account != account {
            leaves(amount, sent.asset, account, isExact: sent.isExact)
        } else if sent.asset == received.asset {
            loses(amount, arriving, sent.asset, account)
        } else {
            leaves(amount, sent.asset, account, isExact: sent.isExact)
            enters(arriving, received.asset, account, isExact: received.isExact)
        }
    }

    private mutating func move(
        _ moves: (known: [TokenMove], isAll: Bool), _ op: InvokeHostFunctionOp, _ acting: SCAddress?
    ) {
        if case .uploadContractWasm = op.hostFunction { return }
        if !moves.isAll { unknown[.contract, default: 0] += 1 }
        for move in moves.known where !move.isToItself {
            leaves(move.amount, move.token, move.from, isExact: move.isCertain)
            guard move.isCertain, let to = move.to?.holder, to == acting else { continue }
            enters(move.amount, move.token, to)
        }
    }

    /// Counts the worst-case loss of exchanging an asset for itself within an account.
    private mutating func loses(_ sent: Int64, _ received: Int64, _ asset: Asset, _ account: AccountID) {
        let (loss, overflow) = max(sent, 0).subtractingReportingOverflow(max(received, 0))
        if !overflow, loss > 0 { leaves(loss, asset, account, isExact: false) }
    }

    private mutating func leaves(_ stroops: Int64, _ asset: Asset, _ account: AccountID, isExact: Bool = true) {
        leaves(Int128(stroops), .asset(asset), .account(account), isExact: isExact)
    }

    private mutating func leaves(_ raw: Int128, _ token: KnownToken, _ holder: SCAddress, isExact: Bool = true) {
        // An allowance that is revoked lets nothing leave.
        guard raw > 0 else { return }
        Self.add(raw, isExact, to: &leaving, at: place(Kind(holder: holder, token: token, enters: false)))
    }

    private mutating func enters(_ stroops: Int64, _ asset: Asset, _ account: AccountID, isExact: Bool = true) {
        enters(Int128(stroops), .asset(asset), .account(account), isExact: isExact)
    }

    private mutating func enters(_ raw: Int128, _ token: KnownToken, _ holder: SCAddress, isExact: Bool = true) {
        Self.add(raw, isExact, to: &entering, at: place(Kind(holder: holder, token: token, enters: true)))
    }

    private mutating func place(_ kind: Kind) -> Int {
        if let known = known(kind, in: kind.enters ? entering : leaving) { return known }
        let place = kind.enters ? entering.count : leaving.count
        let total = Total(holder: kind.holder, token: kind.token)
        if kind.enters {
            entering.append(total)
        } else {
            leaving.append(total)
            if leavingSet.insert(kind.token).inserted { leavingTokens.append(kind.token) }
        }
        places[kind] = place
        return place
    }

    /// Most batches have few totals, and comparing those costs less than a hash.
    private func known(_ kind: Kind, in totals: [Total]) -> Int? {
        totals.count > Self.few
            ? places[kind] : totals.firstIndex { $0.holder == kind.holder && $0.token == kind.token }
    }

    /// Negative amounts, which the network rejects, count as zero. Amounts of contracts have 128 bits: a larger sum is
    /// the largest.
    private static func add(_ raw: Int128, _ isExact: Bool, to totals: inout [Total], at place: Int) {
        totals[place].sum = totals[place].sum.addingSaturated(max(raw, 0))
        totals[place].count += 1
        totals[place].isExact = totals[place].isExact && isExact
    }
}

extension Int128 {
    /// The sum of two numbers that are not negative, or the largest number.
    func addingSaturated(_ other: Int128) -> Int128 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension Flows.Total {
    /// `10.5 XLM in 2 operations`, with the account unless only one acts.
    func phrase(isOne: Bool, _ bound: Phrase, _ direction: Phrase) -> Phrase {
        """
        \(isExact ? "" : "\(bound) ")\(plain: text) \(token)\
        \(count > 1 ? " in \(count) operations" : "")\(isOne ? "" : ", \(direction) \(holder)")
        """
    }
}

extension Flows {
    /// A line for each kind of amount that is not named.
    var unknownWords: [Phrase] {
        Unknown.allCases.compactMap { kind in
            guard let count = unknown[kind] else { return nil }
            let times: Phrase = count == 1 ? "" : ", \(count) times"
            return switch kind {
            case .merge: "all XLM of an account that is merged\(times)"
            case .claim: "what a claimable balance holds\(times)"
            case .pool: "what goes into a pool, or comes out of it\(times)"
            case .contract: "unbounded (contract call)\(times)"
            }
        }
    }
}

extension Operation.Threshold {
    package var word: Phrase {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }
}

/// The assets that leave and enter, as JSON.
enum FlowsJSON {
    static func value(_ flows: Flows) -> JSON {
        [
            "leaving": .array(flows.leaving.map(total)), "entering": .array(flows.entering.map(total)),
            "not_named": .object(
                JSONObject(
                    Flows.Unknown.allCases.compactMap { kind in
                        flows.unknown[kind].map { (kind.rawValue, .integer($0)) }
                    })),
        ]
    }

    private static func total(_ total: Flows.Total) -> JSON {
        [
            "account": .string(total.holder.address), "asset": .string(total.token.text),
            "amount": .string(total.text), "exact": .bool(total.isExact),
            "operations": .integer(total.count),
        ]
    }
}
