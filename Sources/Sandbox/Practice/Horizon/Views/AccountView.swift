// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// An account as Horizon shows it.
enum AccountView {
    static func json(_ account: Account, _ links: Links) -> JSON {
        let path = "/accounts/\(account.id.address)"
        var ways = links.toResource(
            path, lists: ["transactions", "operations", "payments", "effects", "offers", "trades"])
        ways["data"] = links.to(path + "/data/{key}")
        var out = JSONObject([
            ("_links", .object(ways)), ("id", .string(account.id.address)),
            ("account_id", .string(account.id.address)), ("sequence", .long(account.sequence)),
        ])
        if account.sequenceLedger > 0 {
            out["sequence_ledger"] = .integer(account.sequenceLedger)
            out["sequence_time"] = .long(account.sequenceTime)
        }
        out["subentry_count"] = .integer(account.subentries)
        if let destination = account.inflationDestination {
            out["inflation_destination"] = .string(destination.address)
        }
        if !account.homeDomain.bytes.isEmpty { out["home_domain"] = .string(text(account.homeDomain.bytes)) }
        out["last_modified_ledger"] = .integer(account.modifiedLedger)
        out["last_modified_time"] = .time(account.modifiedTime)
        out["thresholds"] = [
            "low_threshold": .integer(account.thresholds.low), "med_threshold": .integer(account.thresholds.medium),
            "high_threshold": .integer(account.thresholds.high),
        ]
        out["flags"] = .flags(account.flags)
        out["balances"] = .array(balances(account))
        out["signers"] = .array(signers(account))
        let data = account.data.map { (text($0.key.bytes), JSON.base64($0.value.bytes)) }
        out["data"] = .object(JSONObject(data.sorted { $0.0 < $1.0 }))
        out["num_sponsoring"] = .integer(account.sponsoring)
        out["num_sponsored"] = 0
        out["paging_token"] = .string(account.id.address)
        return .object(out)
    }

    private static func balances(_ account: Account) -> [JSON] {
        let lines = account.trustlines.sorted { $0.key.text < $1.key.text }.map { asset, line -> JSON in
            var out = JSONObject([
                ("balance", .amount(line.balance)), ("limit", .amount(line.limit)), ("buying_liabilities", .amount(0)),
                ("selling_liabilities", .amount(0)), ("last_modified_ledger", .integer(line.modifiedLedger)),
                ("is_authorized", .bool(line.isAuthorized)),
                (
                    "is_authorized_to_maintain_liabilities",
                    .bool(line.isAuthorized || line.flags.contains(.authorizedToMaintainLiabilities))
                ),
            ])
            if line.flags.contains(.clawbackEnabled) { out["is_clawback_enabled"] = true }
            out.set(asset)
            return .object(out)
        }
        return lines + [
            [
                "balance": .amount(account.balance), "buying_liabilities": .amount(0),
                "selling_liabilities": .amount(0), "asset_type": "native",
            ]
        ]
    }

    /// The signers, followed by the account's own key, even if its weight is zero.
    private static func signers(_ account: Account) -> [JSON] {
        let master = Signer(key: .ed25519(account.id.key), weight: UInt32(account.masterWeight))
        return (account.signers + [master]).map { signer in
            let kind =
                switch signer.key {
                case .ed25519: "ed25519_public_key"
                case .preAuthTx: "preauth_tx"
                case .hashX: "sha256_hash"
                case .ed25519SignedPayload: "ed25519_signed_payload"
                }
            return ["weight": .integer(signer.weight), "key": .string(signer.key.address), "type": .string(kind)]
        }
    }

    /// Names and domains are ASCII; the ledger accepts nothing else.
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
