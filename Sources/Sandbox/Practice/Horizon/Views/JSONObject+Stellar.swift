// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// Ledger values in the format of Horizon.
extension JSONObject {
    mutating func merge(_ other: JSONObject) {
        for (key, value) in other.members { self[key] = value }
    }

    /// Sets `asset_type` and, unless native, `asset_code` and `asset_issuer`, each with a prefix such as `source_`.
    mutating func set(_ asset: Asset, prefix: String = "") {
        self[prefix + "asset_type"] = .string(asset.kind)
        guard let issuer = asset.issuer else { return }
        self[prefix + "asset_code"] = .string(asset.code)
        self[prefix + "asset_issuer"] = .string(issuer.address)
    }

    /// Sets an account under `key` and, for an `M…` address, `key_muxed` and `key_muxed_id`.
    mutating func set(_ key: String, _ account: MuxedAccount, muxedPrefix: String? = nil) {
        self[key] = .string(account.account.address)
        guard let id = account.id else { return }
        self[(muxedPrefix ?? key) + "_muxed"] = .string(account.address)
        self[(muxedPrefix ?? key) + "_muxed_id"] = .string(String(id))
    }
}

extension JSON {
    /// An amount in units with seven decimals.
    static func amount(_ stroops: Int64) -> JSON { .string(Amount(stroops: stroops).fixedText) }

    /// A 64-bit number, which Horizon writes as a string.
    static func long(_ number: some FixedWidthInteger) -> JSON { .string(String(number)) }

    static func time(_ seconds: UInt64) -> JSON { .string(Timestamp(seconds).rfc3339) }
    static func base64(_ bytes: [UInt8]) -> JSON { .string(Base64.encode(bytes)) }

    static func asset(_ asset: Asset) -> JSON {
        var object = JSONObject()
        object.set(asset)
        return .object(object)
    }

    /// The flags with their names.
    static func flags(_ flags: AccountFlags) -> JSON {
        .object(JSONObject(AccountFlags.named.map { ($0.name, .bool(flags.contains($0.flag))) }))
    }
}

extension Asset {
    /// Horizon's name of the asset type.
    var kind: String {
        switch self {
        case .native: "native"
        case .creditAlphanum4: "credit_alphanum4"
        case .creditAlphanum12: "credit_alphanum12"
        }
    }
}
