// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

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
    package private(set) var from: PaymentParty?
    package private(set) var to: PaymentParty?
    /// The asset and amount received. The amount is nil for a merge (which moves the whole balance); both are nil for
    /// contract calls.
    package private(set) var asset: Asset?
    package private(set) var amount: Amount?
    /// The asset and amount sent; nil unless it is a path payment.
    package private(set) var sourceAsset: Asset?
    package private(set) var sourceAmount: Amount?
    /// The balances that a contract call changed; empty for other operations.
    package let changes: [BalanceChange]
    /// The transaction's memo; nil unless the request joined the transactions, and for a kind that this version does
    /// not know.
    package let memo: Memo?

    package init(_ json: JSON) throws(JSONError) {
        id = try json.string("id")
        pagingToken = try json.string("paging_token")
        type = try json.string("type")
        createdAt = try json.dateTime("created_at")
        transactionHash = try json.hash("transaction_hash")
        isSuccessful = try json.bool("transaction_successful")
        source = try json.account("source_account")
        memo = try json["transaction"].flatMap { joined throws(JSONError) in try Self.memo(joined, of: json) }
        let isPath = type.hasPrefix("path_payment")
        sourceAsset = isPath ? try json.asset("source_") : nil
        sourceAmount = isPath ? try json.amount("source_amount") : nil
        let listed = self.type == "invoke_host_function" ? json["asset_balance_changes"]?.asArray ?? [] : []
        changes = try listed.map { change throws(JSONError) in
            do throws(JSONError) { return try BalanceChange(change) } catch {
                throw error.inside("asset_balance_changes")
            }
        }
        switch type {
        case "payment", "path_payment_strict_send", "path_payment_strict_receive", "path_payment":
            (from, to) = (try json.known("from"), try json.known("to"))
            (asset, amount) = (try json.asset(), try json.amount("amount"))
        case "create_account":
            (from, to) = (try json.known("funder"), try json.known("account"))
            (asset, amount) = (.native, try json.amount("starting_balance"))
        case "account_merge":
            (from, to) = (try json.known("account"), try json.known("into"))
            (asset, amount) = (.native, nil)
        default: (from, to, asset, amount) = (nil, nil, nil, nil)
        }
    }

    /// Who paid what to whom. Amounts are in stroops.
    struct Sides {
        var from: PaymentParty?
        var to: PaymentParty?
        var asset: Asset?
        var amount: Int64?
        /// Only of a path payment.
        var sourceAsset: Asset?
        var sourceAmount: Int64?
        var changes: [BalanceChange] = []
    }

    /// A payment of a successful transaction.
    ///
    /// - Parameter id: Horizon's ID of the operation.
    init(
        id: UInt64, type: String, createdAt: Timestamp, hash: TransactionHash, source: AccountID, memo: Memo,
        _ sides: Sides
    ) {
        (self.id, pagingToken) = (String(id), String(id))
        (self.type, self.createdAt, transactionHash, isSuccessful) = (type, createdAt, hash, true)
        (self.source, self.memo) = (source, memo)
        (from, to, asset) = (sides.from, sides.to, sides.asset)
        amount = sides.amount.map { Amount(stroops: $0) }
        sourceAsset = sides.sourceAsset
        sourceAmount = sides.sourceAmount.map { Amount(stroops: $0) }
        changes = sides.changes
    }

    /// The memo of the transaction that a payment's record contains.
    private static func memo(_ transaction: JSON, of payment: JSON) throws(JSONError) -> Memo? {
        do throws(JSONError) {
            guard try transaction.hash("hash") == payment.hash("transaction_hash") else {
                throw .wrongType(field: "hash", expected: "the hash of the payment's transaction")
            }
            return try Readable(tolerant: transaction) { json throws(JSONError) in try json.memo() }.value
        } catch { throw error.inside("transaction") }
    }

    /// The asset sent; equals the asset received unless it is a path payment.
    package var givenAsset: Asset? { sourceAsset ?? asset }
    package var givenAmount: Amount? { sourceAsset == nil ? amount : sourceAmount }

    /// Whether the asset or amount sent differs from the one received.
    package var isExchanged: Bool { givenAsset != asset || givenAmount != amount }

    /// The direction, as seen from an account; nil if the account is neither sender nor recipient.
    package func direction(for account: AccountID) -> Direction? {
        switch (from?.account == account, to?.account == account) {
        case (true, true): .own
        case (true, false): .sent
        case (false, true): .received
        case (false, false): nil
        }
    }

    // MARK: contract calls

    /// The record as an account sees it: a contract call that changed its balance of one asset is a payment, and one
    /// that took one asset and gave another is an exchange.
    package func seen(by account: AccountID) -> PaymentRecord {
        let (sent, received) = (sums(of: account) { $0.from }, sums(of: account) { $0.to })
        var record = self
        switch (sent.first, received.first) {
        case (let sent?, nil): (record.to, record.asset, record.amount) = (sent.other, sent.asset, sent.amount)
        case (nil, let received?):
            (record.from, record.asset, record.amount) = (received.other, received.asset, received.amount)
        case (let sent?, let received?):
            (record.sourceAsset, record.sourceAmount) = (sent.asset, sent.amount)
            (record.to, record.asset, record.amount) = (sent.other, received.asset, received.amount)
        case (nil, nil): return self
        }
        let own = PaymentParty(MuxedAccount(account))
        if sent.isEmpty { record.to = own } else { record.from = own }
        return record
    }

    /// What a contract call did to an account's balances besides what `seen` shows, as words: `received 3 USDC`.
    package func furtherChanges(for account: AccountID) -> [String] {
        sums(of: account) { $0.from }.dropFirst().map { "sent \($0.amount.text) \($0.asset.code)" }
            + sums(of: account) { $0.to }.dropFirst().map { "received \($0.amount.text) \($0.asset.code)" }
    }

    private struct Sum {
        let asset: Asset
        var amount: Amount
        /// The other side; nil if there are several.
        var other: PaymentParty?
    }

    /// What an account gave or got in a contract call, by asset. What it gave to itself is left out.
    private func sums(of account: AccountID, _ side: (BalanceChange) -> PaymentParty?) -> [Sum] {
        var sums: [Sum] = []
        for change in changes where change.from?.account != change.to?.account || change.from?.account != account {
            guard side(change)?.account == account else { continue }
            let other = change.from?.account == account ? change.to : change.from
            guard let place = sums.firstIndex(where: { $0.asset == change.asset }),
                case let (sum, overflow) = sums[place].amount.stroops.addingReportingOverflow(change.amount.stroops),
                !overflow
            else {
                sums.append(Sum(asset: change.asset, amount: change.amount, other: other))
                continue
            }
            sums[place].amount = Amount(stroops: sum)
            if sums[place].other != other { sums[place].other = nil }
        }
        return sums
    }
}

extension JSON {
    /// A party that must be there.
    fileprivate func known(_ key: String) throws(JSONError) -> PaymentParty {
        guard let party = try party(key) else { throw .missing(field: key) }
        return party
    }
}

/// A sender or a recipient: an account, a user of a shared account, a contract, or another holder of balances.
package struct PaymentParty: Hashable, Sendable {
    /// `G…`, `M…`, `C…`, `B…` or `L…`.
    package let address: String
    /// The account; nil for a holder that is none.
    package let account: AccountID?

    package init(_ account: MuxedAccount) { (address, self.account) = (account.address, account.account) }

    /// - Throws: the errors of addresses; a signer is no party.
    package init(_ text: String) throws(StrKeyError) {
        address = text
        switch try StrKey(text) {
        case .publicKey, .muxed: account = try MuxedAccount(address: text).account
        case .contract, .claimableBalance, .liquidityPool: account = nil
        default: throw .wrongKind(wanted: "a holder of a balance")
        }
    }
}

/// What a contract call did to someone's balance of an asset.
///
/// - Source: Horizon, `asset_balance_changes` of `invoke_host_function`.
package struct BalanceChange: Hashable, Sendable {
    /// Nil for what the issuer created, unless the asset says who that is.
    package let from: PaymentParty?
    /// Nil for what was destroyed, unless the asset says who issues it.
    package let to: PaymentParty?
    package let asset: Asset
    package let amount: Amount

    init(from: PaymentParty?, to: PaymentParty?, asset: Asset, amount: Amount) {
        (self.from, self.to, self.asset, self.amount) = (from, to, asset, amount)
    }

    init(_ json: JSON) throws(JSONError) {
        asset = try json.asset()
        amount = try json.amount("amount")
        let issuer = asset.issuer.map { PaymentParty(MuxedAccount($0)) }
        let (from, to) = (try json.party("from"), try json.party("to", id: "destination_muxed_id"))
        guard from != nil || to != nil else { throw .missing(field: "from") }
        (self.from, self.to) = (from ?? issuer, to ?? issuer)
    }
}

extension JSON {
    /// The party in a member, or in its muxed form if there is one of the same account; nil when it is absent or empty.
    ///
    /// - Parameter id: the member with the id of a muxed account, beside its `G…`.
    func party(_ key: String, id: String? = nil) throws(JSONError) -> PaymentParty? {
        guard let text = try optionalString(key), !text.isEmpty else { return nil }
        do throws(StrKeyError) {
            let party = try PaymentParty(text)
            if let muxed = self[key + "_muxed"]?.asString, let user = try? PaymentParty(muxed),
                user.account == party.account
            {
                return user
            }
            guard let account = party.account, let id, self[id] ?? .null != .null,
                let number: UInt64 = try? decimalString(id)
            else { return party }
            return PaymentParty(.muxedEd25519(MuxedAccountMed25519(id: number, ed25519: account.key)))
        } catch {
            throw .wrongType(field: key, expected: "an address")
        }
    }
}
