// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// The statistics of each asset that has a trustline.
enum AssetView {
    static func entries(_ snapshot: Snapshot) -> [Page.Entry] {
        var lines: [Asset: [Trustline]] = [:]
        for account in snapshot.state.accounts.values {
            for (asset, line) in account.trustlines { lines[asset, default: []].append(line) }
        }
        return lines.sorted { $0.key.text < $1.key.text }.map { entry($0.key, $0.value, snapshot) }
    }

    private static func entry(_ asset: Asset, _ lines: [Trustline], _ snapshot: Snapshot) -> Page.Entry {
        let issuer = asset.issuer.flatMap { snapshot.state.accounts[$0] }
        let domain = issuer.map { String(decoding: $0.homeDomain.bytes, as: UTF8.self) } ?? ""
        let claimable = snapshot.state.claimableBalances.values.filter { $0.asset == asset }
        let token = "\(asset.code)_\(asset.issuer?.address ?? "")_\(asset.kind)"
        let groups = [
            ("authorized", lines.filter(\.isAuthorized)),
            (
                "authorized_to_maintain_liabilities",
                lines.filter { $0.flags.contains(.authorizedToMaintainLiabilities) }
            ),
            (
                "unauthorized",
                lines.filter { $0.flags.isDisjoint(with: [.authorized, .authorizedToMaintainLiabilities]) }
            ),
        ]
        let toml = domain.isEmpty ? "" : "https://\(domain)/.well-known/stellar.toml"
        var out = JSONObject([("_links", ["toml": ["href": .string(toml)]])])
        out.set(asset)
        out["paging_token"] = .string(token)
        out["num_claimable_balances"] = .integer(claimable.count)
        out["num_liquidity_pools"] = 0
        out["num_contracts"] = 0
        out["accounts"] = .object(JSONObject(groups.map { ($0.0, .integer($0.1.count)) }))
        out["claimable_balances_amount"] = .amount(sum(claimable.map(\.amount)))
        out["liquidity_pools_amount"] = .amount(0)
        out["contracts_amount"] = .amount(0)
        out["balances"] = .object(JSONObject(groups.map { ($0.0, .amount(sum($0.1.map(\.balance)))) }))
        out["flags"] = .flags(issuer?.flags ?? [])
        return Page.Entry(token: token, json: .object(out))
    }

    /// The sum of amounts, limited to the maximum of an amount.
    private static func sum(_ amounts: [Int64]) -> Int64 {
        amounts.reduce(0) { total, amount in
            let (sum, overflow) = total.addingReportingOverflow(amount)
            return overflow ? .max : sum
        }
    }
}
