// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
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

/// What a contract call did to someone's balance of an asset, from an event of the asset's contract.
struct AssetBalanceChange {
    private let type: String
    let asset: Asset
    let from: SCAddress?
    let to: SCAddress?
    let amount: Int64

    /// The changes that an operation of a transaction made.
    static func all(of record: TransactionRecord, operation: Int) -> [AssetBalanceChange] {
        guard case .v4(let meta) = record.meta, operation < meta.operations.count else { return [] }
        return meta.operations[operation].events.compactMap(Self.init)
    }

    /// Nil for an event of another kind.
    private init?(_ event: ContractEvent) {
        guard case .v0(let body) = event.body, case .symbol(let name)? = body.topics.first,
            case .string(let text)? = body.topics.last,
            let asset = try? Asset(String(decoding: text.bytes, as: UTF8.self)),
            let amount = Self.amount(body.data)
        else { return nil }
        type = String(decoding: name.bytes, as: UTF8.self)
        self.asset = asset
        self.amount = amount
        let addresses = body.topics.dropFirst().dropLast().compactMap { topic -> SCAddress? in
            if case .address(let address) = topic { address } else { nil }
        }
        switch (type, addresses.count) {
        case ("transfer", 2): (from, to) = (addresses[0], addresses[1])
        case ("mint", 1): (from, to) = (nil, addresses[0])
        case ("burn", 1), ("clawback", 1): (from, to) = (addresses[0], nil)
        default: return nil
        }
    }

    /// The amount, alone or beside the id of a muxed receiver; nil if Horizon could not show it.
    private static func amount(_ data: SCVal) -> Int64? {
        switch data {
        case .i128(let parts): parts.hi == 0 ? Int64(exactly: parts.lo) : nil
        case .map(let entries?): entries.first { $0.key == .name("amount") }.flatMap { amount($0.val) }
        default: nil
        }
    }

    var json: JSON {
        var object = JSONObject([("type", .string(type))])
        object.set(asset)
        if let from { object["from"] = .string(from.address) }
        if let to { object["to"] = .string(to.address) }
        object["amount"] = .amount(amount)
        return .object(object)
    }

    /// The accounts whose balance changed.
    var accounts: [AccountID] {
        [from, to].compactMap { address in
            if case .account(let id)? = address { id } else { nil }
        }
    }
}
