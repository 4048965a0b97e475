// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// An operation in an account's history that moved a balance.
package struct PaymentRecord: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable {
        /// To the account, from it, or from the account to itself.
        case received, sent, own
    }

    package let id: String
    /// The paging token after which the next page begins.
    package let pagingToken: String
    /// The protocol's name: `payment`, `create_account`, `path_payment_strict_send`, `account_merge`, …
    package let type: String
    package let createdAt: Timestamp
    package let transactionHash: TransactionHash
    package let isSuccessful: Bool
    package let source: AccountID
    /// The sender and the recipient; nil for an operation without them.
    package let from: AccountID?
    package let to: AccountID?
    /// The asset and amount received. The amount is nil for a merge (which moves the whole balance); both are nil for contract calls.
    package let asset: Asset?
    package let amount: Amount?
    /// The asset and amount sent; nil unless it is a path payment.
    package let sourceAsset: Asset?
    package let sourceAmount: Amount?
    /// The transaction's memo; nil unless the request joined the transactions.
    package let memo: Memo?

    package init(_ json: JSON) throws(JSONError) {
        id = try json.string("id")
        pagingToken = try json.string("paging_token")
        type = try json.string("type")
        createdAt = try json.time("created_at")
        transactionHash = try json.hash("transaction_hash")
        isSuccessful = try json.bool("transaction_successful")
        source = try json.account("source_account")
        memo = try json["transaction"].map { joined throws(JSONError) in try Self.memo(joined, of: json) }
        let isPath = type.hasPrefix("path_payment")
        sourceAsset = isPath ? try json.asset("source_") : nil
        sourceAmount = isPath ? try json.amount("source_amount") : nil
        switch type {
        case "payment", "path_payment_strict_send", "path_payment_strict_receive", "path_payment":
            (from, to) = (try json.account("from"), try json.account("to"))
            (asset, amount) = (try json.asset(), try json.amount("amount"))
        case "create_account":
            (from, to) = (try json.account("funder"), try json.account("account"))
            (asset, amount) = (.native, try json.amount("starting_balance"))
        case "account_merge":
            (from, to) = (try json.account("account"), try json.account("into"))
            (asset, amount) = (.native, nil)
        default: (from, to, asset, amount) = (nil, nil, nil, nil)
        }
    }

    /// The memo of the transaction that a payment's record contains.
    private static func memo(_ transaction: JSON, of payment: JSON) throws(JSONError) -> Memo {
        do throws(JSONError) {
            guard try transaction.hash("hash") == payment.hash("transaction_hash") else {
                throw .wrongType(field: "hash", expected: "the hash of the payment's transaction")
            }
            return try transaction.memo()
        } catch { throw error.inside("transaction") }
    }

    /// The asset sent; equals the asset received unless it is a path payment.
    package var givenAsset: Asset? { sourceAsset ?? asset }
    package var givenAmount: Amount? { sourceAsset == nil ? amount : sourceAmount }

    /// Whether the asset or amount sent differs from the one received.
    package var isExchanged: Bool { givenAsset != asset || givenAmount != amount }

    /// The direction, as seen from an account; nil if the account is neither sender nor recipient.
    package func direction(for account: AccountID) -> Direction? {
        switch (from == account, to == account) {
        case (true, true): .own
        case (true, false): .sent
        case (false, true): .received
        case (false, false): nil
        }
    }
}
