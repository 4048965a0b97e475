// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerRules
import Stellar
import StellarXDR

/// The practice ledger as a Horizon server would present it.
struct PracticeSource: LedgerSource {
    typealias Failure = JSONError

    let snapshot: Snapshot

    var network: Network { snapshot.network }

    func ledger() throws(JSONError) -> LedgerRecord {
        try LedgerRecord([
            "sequence": .integer(snapshot.latest.sequence),
            "closed_at": .string(Timestamp(snapshot.latest.closeTime).rfc3339),
            "base_fee_in_stroops": .integer(snapshot.baseFee), "base_reserve_in_stroops": 5_000_000,
            "protocol_version": 27,
        ])
    }

    func account(_ id: AccountID) throws(JSONError) -> AccountRecord? {
        guard let account = snapshot.state.accounts[id] else { return nil }
        return try AccountRecord(Self.json(account))
    }

    func claimableBalance(_ id: ClaimableBalanceID) -> ClaimableBalanceRecord? {
        snapshot.state.claimableBalances[id].map {
            ClaimableBalanceRecord(
                id: id, asset: $0.asset, amount: Amount(stroops: $0.amount), claimants: $0.claimants,
                isClawbackEnabled: $0.isClawbackEnabled, sponsor: $0.sponsor)
        }
    }

    private static func json(_ account: Account) -> JSON {
        var out = JSONObject([
            ("account_id", .string(account.id.address)), ("sequence", .string(String(account.sequence))),
            ("subentry_count", .integer(account.subentries)), ("num_sponsoring", .integer(account.sponsoring)),
            ("num_sponsored", 0), ("last_modified_ledger", 1),
            (
                "thresholds",
                [
                    "low_threshold": .integer(account.thresholds.low),
                    "med_threshold": .integer(account.thresholds.medium),
                    "high_threshold": .integer(account.thresholds.high),
                ]
            ),
            (
                "flags",
                .object(JSONObject(AccountFlags.named.map { ($0.name, .bool(account.flags.contains($0.flag))) }))
            ),
            ("balances", .array(balances(account))), ("signers", .array(signers(account))),
            (
                "data",
                .object(
                    JSONObject(
                        account.data.map {
                            (String(decoding: $0.key.bytes, as: UTF8.self), .string(Base64.encode($0.value.bytes)))
                        }))
            ),
        ])
        if account.sequenceLedger > 0 {
            out["sequence_ledger"] = .integer(account.sequenceLedger)
            out["sequence_time"] = .string(String(account.sequenceTime))
        }
        return .object(out)
    }

    private static func signers(_ account: Account) -> [JSON] {
        let master = StellarXDR.Signer(key: .ed25519(account.id.key), weight: UInt32(account.masterWeight))
        return (account.signers + [master]).map { ["key": .string($0.key.address), "weight": .integer($0.weight)] }
    }

    private static func balances(_ account: Account) -> [JSON] {
        let lines = account.trustlines.map { asset, line -> JSON in
            [
                "balance": .string(Amount(stroops: line.balance).fixedText),
                "limit": .string(Amount(stroops: line.limit).fixedText),
                "asset_type": asset.code.utf8.count > 4 ? "credit_alphanum12" : "credit_alphanum4",
                "asset_code": .string(asset.code), "asset_issuer": .string(asset.issuer?.address ?? ""),
                "is_authorized": .bool(line.isAuthorized),
                "is_authorized_to_maintain_liabilities": .bool(
                    line.isAuthorized || line.flags.contains(.authorizedToMaintainLiabilities)),
                "is_clawback_enabled": .bool(line.flags.contains(.clawbackEnabled)),
            ]
        }
        return lines + [
            ["balance": .string(Amount(stroops: account.balance).fixedText), "asset_type": "native"]
        ]
    }
}
