// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Horizon
import Stellar
import TextCodec

/// A ledger with nothing but accounts, as a Horizon shows it.
struct ShownLedger {
    static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    static let bob = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"

    private static let closedAt = JSON.string(Timestamp(1_000_000).rfc3339)
    private static let ledger: JSON = [
        "sequence": 10, "closed_at": closedAt, "base_fee_in_stroops": 100, "base_reserve_in_stroops": 5_000_000,
        "protocol_version": 23,
    ]

    var accounts: [String: JSON] = [:]
    var passphrase = Network.testnet.passphrase

    var client: HorizonClient {
        get throws {
            let answer = answer
            return HorizonClient(
                base: try HTTPURL("http://127.0.0.1:8000/"), transport: RecordedTransport { answer($0) })
        }
    }

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        let parts = request.url.path.split(separator: "/").map(String.init)
        let root: JSON = [
            "network_passphrase": .string(passphrase), "current_protocol_version": 23, "history_latest_ledger": 10,
            "core_latest_ledger": 10, "history_latest_ledger_closed_at": Self.closedAt,
        ]
        let missing: JSON = [
            "type": "https://stellar.org/horizon-errors/not_found", "title": "Title", "status": 404, "extras": [:],
        ]
        let found: JSON? =
            switch parts.first {
            case nil: root
            case "ledgers": ["_embedded": ["records": [Self.ledger]]]
            case "accounts": accounts[parts[1]]
            default: nil
            }
        return .success(
            HTTPResponse(status: found == nil ? 404 : 200, body: Array((found ?? missing).text().utf8)))
    }

    /// An account as Horizon shows it.
    static func account(
        _ id: String, native: String = "100.0000000", lines: [JSON] = [], data: [(String, JSON)] = [],
        subentries: Int = 0
    ) -> JSON {
        let own: JSON = ["balance": .string(native), "asset_type": "native"]
        return [
            "account_id": .string(id), "sequence": "100", "subentry_count": .integer(subentries),
            "num_sponsoring": 0, "num_sponsored": 0, "balances": .array(lines + [own]),
            "signers": [["key": .string(id), "weight": 1, "type": "ed25519_public_key"]],
            "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
            "flags": [
                "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                "auth_clawback_enabled": false,
            ],
            "data": .object(JSONObject(data)), "last_modified_ledger": 1,
        ]
    }
}
