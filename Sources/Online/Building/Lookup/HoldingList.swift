// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
package import StellarXDR
package import Workspace

/// What an account holds, and who issues it; for a contract, what it holds of pinned tokens.
package struct HoldingList: Presentable, Sendable {
    private let holder: SCAddress
    package let holdings: [HeldBalance]
    private let tokens: [TokenHolding]
    /// How many of the account's entries no server has listed: trustlines, offers and data entries.
    private let unlisted: Int64

    /// - Throws: `.badInput` for an account that does not exist.
    package init(of account: AccountID, tokens: [TokenHolding] = [], in view: inout AnyLedger) throws(Failure) {
        holder = .account(account)
        let record = try view.existing(account)
        holdings = try HeldBalance.all(of: record, in: &view)
        unlisted = view.listsTrustlines ? 0 : record.unlistedSubentries
        self.tokens = tokens
    }

    package init(of contract: ContractID, tokens: [TokenHolding]) {
        holder = .contract(contract)
        holdings = []
        unlisted = 0
        self.tokens = tokens
    }

    package var document: JSON {
        [
            "account": .string(holder.address), "assets": .array(holdings.map(\.json)),
            "tokens": .array(tokens.map(\.json)), "unlisted": .integer(unlisted),
        ]
    }

    package var text: [TextPart] {
        if holdings.isEmpty && tokens.isEmpty {
            return [
                .line(
                    "no token of this network is pinned; to bring those of the signer's book: \(step: .build(.importContracts))"
                )
            ]
        }
        let header = HeldBalance.header + (tokens.isEmpty ? [] : ["contract"])
        let assets = tokens.isEmpty ? holdings.map(\.cells) : holdings.map { $0.cells + [""] }
        return [.table([header] + assets + tokens.map(\.cells), rightAligned: [1], strong: [1])]
            + (unlisted == 0 ? [] : [.line(AccountRecord.text(ofUnlisted: unlisted))])
    }
}

extension TokenHolding {
    /// The columns of `HeldBalance`, and the contract.
    fileprivate var cells: [String] {
        [
            "\(ForeignName(symbol).text) (\(ForeignName(label).text))", balance?.text ?? "unknown", "", "", "",
            StrKey.contract(contract).text,
        ]
    }
}

/// A balance of an account, with the home domain of the asset's issuer, which is the issuer's own claim.
package struct HeldBalance: Sendable {
    package let balance: AccountBalance
    package let homeDomain: String?

    /// All balances of an account.
    package static func all(of record: AccountRecord, in view: inout AnyLedger) throws(Failure) -> [HeldBalance] {
        var holdings: [HeldBalance] = []
        for balance in record.balances {
            let issuer = balance.asset?.issuer
            let domain = try issuer.flatMap { issuer throws(Failure) in try view.account(issuer)?.homeDomain }
            holdings.append(HeldBalance(balance: balance, homeDomain: domain))
        }
        return holdings
    }

    package var json: JSON {
        [
            "asset": .string(balance.name), "balance": .string(balance.balance.fixedText),
            "limit": balance.limit.map { .string($0.fixedText) } ?? .null,
            "authorized": .bool(balance.isAuthorized),
            "home_domain": homeDomain.map { .string($0) } ?? .null,
        ]
    }

    /// The columns of `cells`.
    static let header = ["asset", "balance", "limit", "home domain", "issuer"]

    var cells: [String] {
        let limit = balance.limit.map { $0 == .max ? "none" : $0.text } ?? ""
        return [
            balance.asset?.code ?? balance.name,
            balance.balance.text + (balance.isAuthorized ? "" : " (not authorized)"),
            limit, homeDomain.map { TerminalText.escape($0) } ?? "", balance.asset?.issuer?.address ?? "",
        ]
    }
}
