// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR

/// A ledger of accounts and offers in Horizon's form.
struct ShownLedger: LedgerSource {
    typealias Failure = JSONError

    static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    static let bob = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"

    var accounts: [String: JSON] = [:]
    /// Alice's open offers.
    var own: [OfferRecord]?
    var book: [OrderBookLevel]?
    var frozenEntries = FrozenEntries.none
    let network = Network.testnet

    func ledger() throws(JSONError) -> LedgerRecord {
        try LedgerRecord([
            "sequence": 10, "closed_at": .string(Timestamp(1_000_000).rfc3339), "base_fee_in_stroops": 100,
            "base_reserve_in_stroops": 5_000_000, "protocol_version": 23,
        ])
    }

    func account(_ id: AccountID) throws(JSONError) -> AccountRecord? {
        guard let account = accounts[id.address] else { return nil }
        return try AccountRecord(account)
    }

    func claimableBalance(_ id: ClaimableBalanceID) -> ClaimableBalanceRecord? { nil }

    func frozen() -> FrozenEntries { frozenEntries }

    func offers(of id: AccountID) -> [OfferRecord]? { own }

    func asks(selling: Asset, buying: Asset) -> [OrderBookLevel]? { book }

    /// An account in Horizon's JSON form.
    static func account(
        _ id: String, native: String = "100.0000000", lines: [JSON] = [], data: [(String, JSON)] = [],
        subentries: Int = 0, flags: [String] = []
    ) -> JSON {
        let own: JSON = ["balance": .string(native), "asset_type": "native"]
        return [
            "account_id": .string(id), "sequence": "100", "subentry_count": .integer(subentries),
            "num_sponsoring": 0, "num_sponsored": 0, "balances": .array(lines + [own]),
            "signers": [["key": .string(id), "weight": 1, "type": "ed25519_public_key"]],
            "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
            "flags": .object(
                JSONObject(
                    ["auth_required", "auth_revocable", "auth_immutable", "auth_clawback_enabled"].map {
                        ($0, .bool(flags.contains($0)))
                    })),
            "data": .object(JSONObject(data)), "last_modified_ledger": 1,
        ]
    }
}

extension Asset {
    /// The asset in Horizon's JSON form.
    var shown: JSON {
        guard let issuer else { return ["asset_type": "native"] }
        return [
            "asset_type": code.utf8.count > 4 ? "credit_alphanum12" : "credit_alphanum4", "asset_code": .string(code),
            "asset_issuer": .string(issuer.address),
        ]
    }
}
