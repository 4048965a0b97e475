// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The most that a signature may let leave accounts: amounts, `sendMax`, offers, claimable balances, starting
/// balances, the fee.
///
/// Counted against the key that signs, whichever account pays. A payment of an account to itself does not count; an
/// exchange within an account counts with all that it may send.
package struct Spending: Hashable, Sendable {
    /// In stroops by asset, and in ten-millionths of a unit by the contract of a pinned token; the largest number for
    /// an unlimited amount.
    package private(set) var amounts: [String: Int64] = [:]

    /// The key for unknown assets: those that a contract or a pool moves.
    package static let anything = "anything"
    package static let unlimited = Int64.max

    /// Includes pre-authorized transactions, which need no further signature.
    package init(_ review: Review) {
        let own: Spending =
            switch review.content {
            case .transaction(let transaction) where review.kind != .challenge:
                Spending(transaction, tokens: review.tokens)
            case .feeBump(let bump): Spending(fee: bump.fee)
            case .authorization(let asked) where review.contractLogin?.isValid != true:
                Spending(asked, tokens: review.tokens)
            default: Spending()
            }
        self = own.adding(
            review.companions.map { companion in
                switch companion.content {
                case .transaction(let transaction): Spending(transaction, tokens: companion.tokens)
                case .feeBump(let bump): Spending(bump.inner.tx, fee: bump.fee, tokens: companion.tokens)
                case .message, .chainMessage, .authorization, .file, .nothing: Spending()
                }
            })
    }

    /// The spending of a whole envelope, for a fee bump including the inner transaction.
    ///
    /// - Parameter tokens: finds the tokens that a transaction of it may move.
    init(_ envelope: TransactionEnvelope, tokens: (Transaction) -> KnownTokens) {
        switch envelope.content {
        case .transaction(let transaction): self.init(transaction, tokens: tokens(transaction))
        case .feeBump(let bump): self.init(bump.inner.tx, fee: bump.fee, tokens: tokens(bump.inner.tx))
        }
    }

    /// Ordered by the assets' names.
    var sorted: [(key: String, value: Int64)] { amounts.sorted { $0.key < $1.key } }

    func adding(_ others: [Spending]) -> Spending {
        var all = self
        for (asset, amount) in others.flatMap(\.amounts) { all.add(amount, of: asset) }
        return all
    }

    private init() {}

    /// What an authorization entry lets leave.
    private init(_ asked: AuthorizationRequest, tokens: KnownTokens) {
        add(tokens.moves(of: asked.asOperation))
    }

    /// - Parameter fee: a fee bump's fee, which replaces the transaction's own.
    init(_ transaction: Transaction, fee: Int64? = nil, tokens: KnownTokens) {
        self.init(fee: fee ?? Int64(transaction.fee))
        var sums: [Asset: Int64] = [:]
        for operation in transaction.operations {
            add(operation.body, by: transaction.source(of: operation).account, tokens, &sums)
        }
        for (asset, sum) in sums { add(sum, of: asset.text) }
    }

    init(fee: Int64) { add(max(0, fee), of: Asset.native.text) }

    /// - Parameter sums: of assets, whose texts are made once.
    private mutating func add(
        _ body: OperationBody, by account: AccountID, _ tokens: KnownTokens, _ sums: inout [Asset: Int64]
    ) {
        if case .invokeHostFunction(let op) = body { return add(tokens.moves(of: op)) }
        switch body.facts.movement {
        case .transfer(let transfer):
            // Only a plain payment to itself certainly loses nothing.
            let isToItself = transfer.form == .payment && transfer.destination?.account == account
            if !isToItself {
                Self.add(transfer.sent.amount ?? Self.unlimited, to: &sums[transfer.sent.asset, default: 0])
            }
        case .offer(let offer): Self.add(offer.mostSold, to: &sums[offer.selling, default: 0])
        case .unnamed(.deposit), .unnamed(.clawback): amounts[Self.anything] = Self.unlimited
        case .unnamed(.claim), .unnamed(.withdrawal), .unnamed(.call), .unnamed(.other), .none: break
        }
    }

    private mutating func add(_ moves: (known: [TokenMove], isAll: Bool)) {
        guard moves.isAll else {
            amounts[Self.anything] = Self.unlimited
            return
        }
        for move in moves.known where !move.isToItself {
            add(move.token.stroops(of: move.amount), of: move.token.text)
        }
    }

    private mutating func add(_ stroops: Int64, of asset: String) { Self.add(stroops, to: &amounts[asset, default: 0]) }

    /// Negative amounts, which the network rejects, count as zero.
    private static func add(_ stroops: Int64, to sum: inout Int64) {
        let (more, isTooMuch) = sum.addingReportingOverflow(max(0, stroops))
        sum = isTooMuch ? Self.unlimited : more
    }
}
