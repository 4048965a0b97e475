// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// What a contract call did to someone's balance of an asset, from an event of the asset's contract.
struct AssetBalanceChange {
    private let type: String
    private let asset: Asset
    let from: SCAddress?
    let to: SCAddress?
    private let amount: Int64

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
