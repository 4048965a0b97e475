// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// A claimable balance as Horizon shows it.
enum ClaimableBalanceView {
    /// Horizon's id: the XDR in hex.
    static func id(_ id: ClaimableBalanceID) -> String { Hex.encode(id.xdr) }

    static func entry(_ balance: ClaimableBalance, _ links: Links) -> Page.Entry {
        let id = id(balance.id)
        let token = "\(balance.createdLedger)-\(id)"
        return Page.Entry(
            token: token,
            json: [
                "_links": .object(
                    links.toResource("/claimable_balances/\(id)", lists: ["transactions", "operations"])),
                "id": .string(id), "asset": .string(balance.asset.text), "amount": .amount(balance.amount),
                "sponsor": .string(balance.sponsor.address), "last_modified_ledger": .integer(balance.createdLedger),
                "last_modified_time": .time(balance.createdTime),
                "claimants": .array(balance.claimants.map(claimant)),
                "flags": ["clawback_enabled": .bool(balance.isClawbackEnabled)], "paging_token": .string(token),
            ])
    }

    static func claimant(_ claimant: ClaimantV0) -> JSON {
        ["destination": .string(claimant.destination.address), "predicate": predicate(claimant.predicate)]
    }

    private static func predicate(_ predicate: ClaimPredicate) -> JSON {
        switch predicate {
        case .unconditional: ["unconditional": true]
        case .and(let parts): ["and": .array(parts.map(Self.predicate))]
        case .or(let parts): ["or": .array(parts.map(Self.predicate))]
        case .not(let part): ["not": part.map(Self.predicate) ?? .null]
        case .beforeAbsoluteTime(let end):
            ["abs_before": .time(min(UInt64(max(end, 0)), lastWritableTime)), "abs_before_epoch": .long(end)]
        case .beforeRelativeTime(let span): ["rel_before": .long(span)]
        }
    }

    /// 9999-12-31T23:59:59Z.
    private static let lastWritableTime: UInt64 = 253_402_300_799
}
