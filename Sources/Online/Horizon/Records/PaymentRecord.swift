// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// One operation that moved money, in an account's history.
package struct PaymentRecord: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable {
        /// To the account, from it, or both at once.
        case received, sent, own
    }

    package let id: String
    /// Where the next page begins.
    package let pagingToken: String
    /// The protocol's name: `payment`, `create_account`, `path_payment_strict_send`, `account_merge`, …
    package let type: String
    package let createdAt: Timestamp
    package let transactionHash: TransactionHash
    package let isSuccessful: Bool
    package let source: AccountID
    /// Who gave and who received; nil for an operation that has no such parties.
    package let from: AccountID?
    package let to: AccountID?
    /// What was received; nil for a merge (which moves all there is) and for contract calls.
    package let asset: Asset?
    package let amount: Amount?
    /// What was given, where it differs: path payments.
    package let sourceAsset: Asset?
    package let sourceAmount: Amount?

    package init(_ json: JSON) throws(JSONError) {
        id = try json.string("id")
        pagingToken = try json.string("paging_token")
        type = try json.string("type")
        createdAt = try json.time("created_at")
        transactionHash = try json.hash("transaction_hash")
        isSuccessful = try json.bool("transaction_successful")
        source = try json.account("source_account")
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

    /// What the payer gave; the same as what was received unless it is a path payment.
    package var givenAsset: Asset? { sourceAsset ?? asset }
    package var givenAmount: Amount? { sourceAsset == nil ? amount : sourceAmount }

    /// Whether the payer gave one asset or amount and the payee received another.
    package var isExchanged: Bool { givenAsset != asset || givenAmount != amount }

    /// Which way it went, seen from an account.
    package func direction(for account: AccountID) -> Direction? {
        switch (from == account, to == account) {
        case (true, true): .own
        case (true, false): .sent
        case (false, true): .received
        case (false, false): nil
        }
    }
}
