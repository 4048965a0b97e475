// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// The paths from one asset to others at the fixed rates, best first.
struct PathsView {
    private let isStrictSend: Bool
    /// The asset whose amount is fixed.
    private let asset: Asset
    private let amount: Int64
    /// The assets at the other end.
    private let ends: [Asset]

    init(_ query: [String: String], strictSend: Bool, _ snapshot: Snapshot) throws(Problem) {
        isStrictSend = strictSend
        let (near, far) = strictSend ? ("source", "destination") : ("destination", "source")
        asset = try Self.asset(query, near)
        let text = query["\(near)_amount"] ?? ""
        guard let amount = try? Amount(text), amount > .zero else {
            throw .invalid("\(near)_amount", "invalid amount")
        }
        self.amount = amount.stroops
        ends = try Self.ends(query, far, snapshot)
    }

    private static func asset(_ query: [String: String], _ side: String) throws(Problem) -> Asset {
        let kind = query["\(side)_asset_type"]
        if kind == "native" { return .native }
        let text = "\(query["\(side)_asset_code"] ?? ""):\(query["\(side)_asset_issuer"] ?? "")"
        guard let asset = try? Asset(text) else { throw .invalid("\(side)_asset_code", "invalid asset") }
        guard asset.kind == kind else { throw .invalid("\(side)_asset_type", "invalid asset type") }
        return asset
    }

    private static func ends(
        _ query: [String: String], _ side: String, _ snapshot: Snapshot
    ) throws(Problem) -> [Asset] {
        let list = query["\(side)_assets"] ?? ""
        let owner = query["\(side)_account"] ?? ""
        guard list.isEmpty != owner.isEmpty else {
            throw .invalid("\(side)_assets", "give one of \(side)_assets and \(side)_account")
        }
        if list.isEmpty {
            guard let id = try? AccountID(address: owner) else {
                throw .invalid("\(side)_account", "Account ID must start with `G` and contain 56 alphanum characters")
            }
            guard let account = snapshot.state.accounts[id] else { return [] }
            return [.native] + account.trustlines.keys.sorted { $0.text < $1.text }
        }
        var assets: [Asset] = []
        for text in list.split(separator: ",") {
            guard let asset = try? Asset(String(text)) else { throw .invalid("\(side)_assets", "invalid asset") }
            assets.append(asset)
        }
        return assets
    }

    func json(_ snapshot: Snapshot) -> JSON {
        let paths = ends.flatMap { end in
            isStrictSend
                ? snapshot.rates.paths(from: asset, to: end, amount: amount, strictSend: true)
                : snapshot.rates.paths(from: end, to: asset, amount: amount, strictSend: false)
        }
        let sorted = paths.enumerated().sorted { a, b in
            let (x, y) =
                isStrictSend
                ? (b.element.destinationAmount, a.element.destinationAmount)
                : (a.element.sourceAmount, b.element.sourceAmount)
            return x == y ? a.offset < b.offset : x < y
        }
        return ["_embedded": ["records": .array(sorted.map { Self.record($0.element) })]]
    }

    private static func record(_ path: ExchangeRates.Path) -> JSON {
        var out = JSONObject()
        out.set(path.source, prefix: "source_")
        out["source_amount"] = .amount(path.sourceAmount)
        out.set(path.destination, prefix: "destination_")
        out["destination_amount"] = .amount(path.destinationAmount)
        out["path"] = .array(path.between.map { .asset($0) })
        return .object(out)
    }
}
