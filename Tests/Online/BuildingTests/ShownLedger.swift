// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar

/// An in-memory ledger served through Horizon's responses.
struct ShownLedger: Sendable {
    struct Account: Sendable {
        /// Units of XLM.
        var lumens = "100.0000000"
        /// Units by `CODE:ISSUER`.
        var assets: [String: String] = [:]
    }

    /// The accounts by address; all have the sequence number 100.
    var accounts: [String: Account]

    func view() throws -> LedgerView {
        try LedgerView(
            HorizonClient(base: try HTTPURL("http://127.0.0.1:8000/"), transport: transport), network: .testnet)
    }

    var transport: RecordedTransport {
        let accounts = accounts
        return RecordedTransport { request in
            let parts = request.url.path.split(separator: "/").map(String.init)
            switch parts.first {
            case nil: return .json(Self.root)
            case "ledgers": return .json(["_embedded": ["records": [Self.ledger]]])
            case "accounts" where parts.count == 2:
                return accounts[parts[1]].map { .json(Self.json(parts[1], $0)) } ?? .notFound
            default: return .notFound
            }
        }
    }

    private static var root: JSON {
        [
            "network_passphrase": .string(Network.testnet.passphrase), "current_protocol_version": 23,
            "history_latest_ledger": 10, "core_latest_ledger": 10,
            "history_latest_ledger_closed_at": .string(Office.now.rfc3339),
        ]
    }

    private static var ledger: JSON {
        [
            "sequence": 10, "closed_at": .string(Office.now.rfc3339), "base_fee_in_stroops": 100,
            "base_reserve_in_stroops": 5_000_000, "protocol_version": 23,
        ]
    }

    private static func json(_ id: String, _ account: Account) -> JSON {
        let credits = account.assets.map { name, balance -> JSON in
            let parts = name.split(separator: ":").map(String.init)
            return [
                "balance": .string(balance), "limit": "922337203685.4775807", "asset_type": "credit_alphanum4",
                "asset_code": .string(parts[0]), "asset_issuer": .string(parts[1]), "is_authorized": true,
                "is_authorized_to_maintain_liabilities": true, "buying_liabilities": "0.0000000",
                "selling_liabilities": "0.0000000",
            ]
        }
        return [
            "account_id": .string(id), "sequence": "100", "subentry_count": .integer(account.assets.count),
            "num_sponsoring": 0, "num_sponsored": 0,
            "balances": .array(credits + [["balance": .string(account.lumens), "asset_type": "native"]]),
            "signers": [["key": .string(id), "weight": 1, "type": "ed25519_public_key"]],
            "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
            "flags": [
                "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                "auth_clawback_enabled": false,
            ],
            "data": [:], "last_modified_ledger": 1,
        ]
    }
}

extension Result<HTTPResponse, HTTPError> {
    fileprivate static func json(_ body: JSON, status: Int = 200) -> Self {
        .success(HTTPResponse(status: status, body: Array(body.text().utf8)))
    }

    fileprivate static var notFound: Self {
        .json(["type": "https://stellar.org/horizon-errors/not_found", "title": "Title", "status": 404], status: 404)
    }
}
