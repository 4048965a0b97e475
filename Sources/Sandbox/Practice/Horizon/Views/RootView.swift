// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// The root resource: the service's links and the state of the network.
enum RootView {
    private static let links = [
        ("account", "/accounts/{account_id}"), ("accounts", "/accounts{?signer,asset,cursor,limit,order}"),
        ("account_transactions", "/accounts/{account_id}/transactions{?cursor,limit,order}"),
        ("assets", "/assets{?asset_code,asset_issuer,cursor,limit,order}"),
        ("claimable_balances", "/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}"),
        ("effects", "/effects{?cursor,limit,order}"),
        ("fee_stats", "/fee_stats"), ("friendbot", "/friendbot{?addr}"), ("ledger", "/ledgers/{sequence}"),
        ("ledgers", "/ledgers{?cursor,limit,order}"),
        ("operations", "/operations{?cursor,limit,order,include_failed}"),
        ("payments", "/payments{?cursor,limit,order,include_failed}"), ("self", "/"),
        (
            "strict_receive_paths",
            "/paths/strict-receive{?source_assets,source_account,destination_asset_type,"
                + "destination_asset_issuer,destination_asset_code,destination_amount}"
        ),
        (
            "strict_send_paths",
            "/paths/strict-send{?destination_account,destination_assets,source_asset_type,"
                + "source_asset_issuer,source_asset_code,source_amount}"
        ),
        ("trades", "/trades{?cursor,limit,order}"),
        ("transaction", "/transactions/{hash}"), ("transactions", "/transactions{?cursor,limit,order}"),
    ]

    /// - Parameter server: name and version of the server.
    static func json(_ snapshot: Snapshot, _ links: Links, server: String) -> JSON {
        let version = JSON.string(server)
        let protocolVersion: JSON = .integer(Snapshot.protocolVersion)
        let latest = JSON.integer(snapshot.latest.sequence)
        return [
            "_links": .object(JSONObject(Self.links.map { ($0.0, links.to($0.1)) })),
            "horizon_version": version, "core_version": version, "ingest_latest_ledger": latest,
            "history_latest_ledger": latest, "history_latest_ledger_closed_at": .time(snapshot.latest.closeTime),
            "history_elder_ledger": .integer(PracticeLedger.firstLedger), "core_latest_ledger": latest,
            "network_passphrase": .string(snapshot.network.passphrase),
            "current_protocol_version": protocolVersion, "supported_protocol_version": protocolVersion,
            "core_supported_protocol_version": protocolVersion,
        ]
    }

    static func feeStats(_ snapshot: Snapshot) -> JSON {
        let names = ["max", "min", "mode"] + [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map { "p\($0)" }
        let base = JSON.long(snapshot.baseFee)
        let given = snapshot.feeStats
        func part(_ name: String) -> JSON {
            .object(JSONObject(names.map { ($0, text(given[name]?[$0]) ?? base) }))
        }
        return [
            "last_ledger": .long(snapshot.latest.sequence), "last_ledger_base_fee": base,
            "ledger_capacity_usage": text(given["ledger_capacity_usage"]) ?? "0.03",
            "fee_charged": part("fee_charged"), "max_fee": part("max_fee"),
        ]
    }

    /// A value of a seed file as a string: the file may use numbers, but Horizon writes strings.
    private static func text(_ value: JSON?) -> JSON? {
        switch value {
        case .string(let text)?, .number(let text)?: .string(text)
        default: nil
        }
    }

    static func ledger(_ ledger: ClosedLedger, _ snapshot: Snapshot, _ links: Links) -> Page.Entry {
        let token = String(UInt64(ledger.sequence) << 32)
        let lists = ["transactions", "operations", "payments", "effects"]
        return Page.Entry(
            token: token,
            json: [
                "_links": .object(links.toResource("/ledgers/\(ledger.sequence)", lists: lists)),
                "id": .string(ledger.hash.hex), "paging_token": .string(token), "hash": .string(ledger.hash.hex),
                "prev_hash": .string(ledger.previousHash.hex), "sequence": .integer(ledger.sequence),
                "successful_transaction_count": .integer(ledger.successfulTransactions),
                "failed_transaction_count": .integer(ledger.failedTransactions),
                "operation_count": .integer(ledger.operations), "tx_set_operation_count": .integer(ledger.operations),
                "closed_at": .time(ledger.closeTime), "total_coins": .amount(.max), "fee_pool": .amount(0),
                "base_fee_in_stroops": .integer(snapshot.baseFee),
                "base_reserve_in_stroops": .integer(LedgerState.baseReserve), "max_tx_set_size": 1,
                "protocol_version": .integer(Snapshot.protocolVersion), "header_xdr": .base64(ledger.header.xdr),
            ])
    }
}
