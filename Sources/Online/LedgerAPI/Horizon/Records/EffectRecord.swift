// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// What an operation did to an account.
///
/// - Source: stellar-horizon `protocols/horizon/effects`.
package struct EffectRecord: Hashable, Sendable {
    /// An amount of an asset.
    package struct Part: Hashable, Sendable {
        package let asset: Asset
        package let amount: Amount

        package init(_ asset: Asset, _ amount: Amount) { (self.asset, self.amount) = (asset, amount) }
    }

    /// What it did to the account's balances.
    package enum Change: Hashable, Sendable {
        case credited(Part)
        case debited(Part)
        /// The account was created with this balance of XLM.
        case created(Amount)
        /// A trade, or a hop of a path payment: what the account gave and got, and who was on the other side.
        case traded(with: AccountID, gave: Part, got: Part)
        /// Put into a pool, or taken out of it.
        case deposited(pool: String, [Part])
        case withdrew(pool: String, [Part])
        /// The account may claim a balance that was created. Nothing has moved to it yet.
        case mayClaim(ClaimableBalanceID)
        /// It changed no balance.
        case none
    }

    /// Horizon's ID of the operation.
    package let operation: UInt64
    /// The effect's place among those of the operation, from 1.
    package let place: UInt64
    package let account: AccountID
    /// Horizon's name: `account_credited`, `trade`, …
    package let type: String
    package let createdAt: Timestamp
    package let change: Change

    package var pagingToken: String { "\(operation)-\(place)" }
    /// Horizon's ID of the transaction, which is also its paging token.
    package var transaction: UInt64 { operation & ~0xfff }
    /// The operation's index in its transaction, from 0.
    package var index: Int { Int(operation & 0xfff) - 1 }

    init(operation: UInt64, place: UInt64, account: AccountID, type: String, createdAt: Timestamp, change: Change) {
        (self.operation, self.place, self.account) = (operation, place, account)
        (self.type, self.createdAt, self.change) = (type, createdAt, change)
    }

    package init(_ json: JSON) throws(JSONError) {
        let parts = try json.string("paging_token").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let operation = UInt64(parts[0]), let place = UInt64(parts[1]),
            operation & 0xfff > 0
        else { throw .wrongType(field: "paging_token", expected: "an operation's ID and a number") }
        (self.operation, self.place) = (operation, place)
        account = try json.account("account")
        type = try json.string("type")
        createdAt = try json.dateTime("created_at")
        change = try Self.change(type, json)
    }

    private static func change(_ type: String, _ json: JSON) throws(JSONError) -> Change {
        switch type {
        case "account_credited": .credited(try part(json))
        case "account_debited": .debited(try part(json))
        case "account_created": .created(try json.amount("starting_balance"))
        case "trade":
            .traded(
                with: try json.account("seller"), gave: try part(json, "sold_"), got: try part(json, "bought_"))
        case "liquidity_pool_deposited": .deposited(pool: try pool(json), try parts(json, "reserves_deposited"))
        case "liquidity_pool_withdrew": .withdrew(pool: try pool(json), try parts(json, "reserves_received"))
        case "claimable_balance_claimant_created": .mayClaim(try balance(json))
        default: .none
        }
    }

    private static func part(_ json: JSON, _ prefix: String = "") throws(JSONError) -> Part {
        Part(try json.asset(prefix), try json.amount(prefix + "amount"))
    }

    private static func parts(_ json: JSON, _ key: String) throws(JSONError) -> [Part] {
        try json.elements(key) { json throws(JSONError) in
            guard let asset = try? Asset(try json.string("asset")) else {
                throw .wrongType(field: "asset", expected: "native or CODE:ISSUER")
            }
            return Part(asset, try json.amount("amount"))
        }
    }

    /// The pool's ID, in hexadecimal digits.
    private static func pool(_ json: JSON) throws(JSONError) -> String {
        let id = try json.object("liquidity_pool").string("id")
        guard (try? Hex.decode(id))?.count == 32 else {
            throw .wrongType(field: "liquidity_pool.id", expected: "64 hex digits")
        }
        return id
    }

    private static func balance(_ json: JSON) throws(JSONError) -> ClaimableBalanceID {
        guard let id = try? ClaimableBalanceID(try json.string("balance_id")) else {
            throw .wrongType(field: "balance_id", expected: "a claimable balance's ID")
        }
        return id
    }
}
