// SPDX-License-Identifier: Apache-2.0
import Ledger
import Stellar
import StellarXDR
import TextCodec

/// How Horizon writes what is in the ledger.
extension JSONObject {
    mutating func merge(_ other: JSONObject) {
        for (key, value) in other.members { self[key] = value }
    }

    /// `asset_type` and, unless native, `asset_code` and `asset_issuer`, each behind a prefix such as `source_`.
    mutating func set(_ asset: Asset, prefix: String = "") {
        self[prefix + "asset_type"] = .string(asset.kind)
        guard let issuer = asset.issuer else { return }
        self[prefix + "asset_code"] = .string(asset.code)
        self[prefix + "asset_issuer"] = .string(issuer.address)
    }

    /// An account under `key` and, for an `M…` address, `key_muxed` and `key_muxed_id`.
    mutating func set(_ key: String, _ account: MuxedAccount, muxedPrefix: String? = nil) {
        self[key] = .string(account.account.address)
        guard let id = account.id else { return }
        self[(muxedPrefix ?? key) + "_muxed"] = .string(account.address)
        self[(muxedPrefix ?? key) + "_muxed_id"] = .string(String(id))
    }
}

extension JSON {
    /// Units with seven decimals.
    static func amount(_ stroops: Int64) -> JSON { .string(Amount(stroops: stroops).fixedText) }

    /// A 64-bit number, which Horizon writes as text.
    static func long(_ number: some FixedWidthInteger) -> JSON { .string(String(number)) }

    static func time(_ seconds: UInt64) -> JSON { .string(Timestamp(seconds).rfc3339) }
    static func base64(_ bytes: [UInt8]) -> JSON { .string(Base64.encode(bytes)) }

    static func asset(_ asset: Asset) -> JSON {
        var object = JSONObject()
        object.set(asset)
        return .object(object)
    }

    /// Which of the issuer's flags are set.
    static func flags(_ flags: AccountFlags) -> JSON {
        .object(JSONObject(AccountFlags.named.map { ($0.name, .bool(flags.contains($0.flag))) }))
    }
}

extension Asset {
    /// Horizon's name of the type.
    var kind: String {
        switch self {
        case .native: "native"
        case .creditAlphanum4: "credit_alphanum4"
        case .creditAlphanum12: "credit_alphanum12"
        }
    }
}
