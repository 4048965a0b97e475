// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// A transaction as Horizon shows it.
struct TransactionView {
    let record: TransactionRecord
    let links: Links

    /// Horizon's ID of the transaction, by which lists are ordered.
    var token: UInt64 { UInt64(record.ledger) << 32 | 1 << 12 }

    /// - Parameter hash: the requested hash; if it is the inner hash of a fee bump, it is shown as the hash.
    func json(askedFor hash: TransactionHash? = nil) -> JSON {
        let shown = hash ?? record.hash
        let signatures =
            shown == record.hash ? record.envelope.signatures : inner?.signatures ?? record.envelope.signatures
        let path = "/transactions/\(shown.hex)"
        var ways = links.toResource(path, lists: ["operations", "effects"])
        ways["account"] = links.to("/accounts/\(transaction.sourceAccount.account.address)")
        ways["ledger"] = links.to("/ledgers/\(record.ledger)")
        ways["precedes"] = links.to("/transactions?order=asc&cursor=\(token)")
        ways["succeeds"] = links.to("/transactions?order=desc&cursor=\(token)")
        ways["transaction"] = links.to(path)
        var out = JSONObject([("_links", .object(ways))])
        setMemo(&out)
        out["id"] = .string(shown.hex)
        out["paging_token"] = .long(token)
        out["successful"] = .bool(record.isSuccessful)
        out["hash"] = .string(shown.hex)
        out["ledger"] = .integer(record.ledger)
        out["created_at"] = .time(record.time)
        out.set("source_account", transaction.sourceAccount, muxedPrefix: "account")
        out["source_account_sequence"] = .long(transaction.seqNum)
        out.set("fee_account", record.envelope.feeSource)
        out["fee_charged"] = .long(record.result.feeCharged)
        out["max_fee"] = .long(bump?.fee ?? Int64(transaction.fee))
        out["operation_count"] = .integer(transaction.operations.count)
        out["envelope_xdr"] = .base64(record.envelope.xdr)
        out["result_xdr"] = .base64(record.result.xdr)
        out["fee_meta_xdr"] = "AAAAAA=="
        out["signatures"] = Self.list(signatures)
        setPreconditions(&out)
        setFeeBump(&out)
        return .object(out)
    }

    private var transaction: Transaction { record.envelope.innermost }

    private var bump: FeeBumpTransaction? {
        guard case .feeBump(let bump) = record.envelope.content else { return nil }
        return bump
    }

    private var inner: TransactionV1Envelope? { bump?.inner }

    private static func list(_ signatures: BoundedArray<DecoratedSignature, 20>) -> JSON {
        .array(signatures.map { .base64($0.signature.bytes) })
    }

    private func setMemo(_ out: inout JSONObject) {
        out["memo_type"] = .string(transaction.memo.kind)
        switch transaction.memo {
        case .none: break
        case .text(let text):
            out["memo"] = .string(String(decoding: text.bytes, as: UTF8.self))
            out["memo_bytes"] = .base64(text.bytes)
        case .id(let id): out["memo"] = .long(id)
        case .hash(let hash), .return(let hash): out["memo"] = .base64(hash.bytes)
        }
    }

    private func setPreconditions(_ out: inout JSONObject) {
        var conditions = JSONObject()
        if let bounds = transaction.cond.timeBounds {
            var times = JSONObject([("min_time", .long(bounds.minTime))])
            if bounds.maxTime > 0 { times["max_time"] = .long(bounds.maxTime) }
            conditions["timebounds"] = .object(times)
        }
        if let more = transaction.cond.extended {
            if let bounds = more.ledgerBounds {
                var ledgers = JSONObject([("min_ledger", .integer(bounds.minLedger))])
                if bounds.maxLedger > 0 { ledgers["max_ledger"] = .integer(bounds.maxLedger) }
                conditions["ledgerbounds"] = .object(ledgers)
            }
            if let least = more.minSeqNum { conditions["min_account_sequence"] = .long(least) }
            if more.minSeqAge > 0 { conditions["min_account_sequence_age"] = .long(more.minSeqAge) }
            if more.minSeqLedgerGap > 0 {
                conditions["min_account_sequence_ledger_gap"] = .integer(more.minSeqLedgerGap)
            }
            if !more.extraSigners.isEmpty {
                conditions["extra_signers"] = .array(more.extraSigners.map { .string($0.address) })
            }
        }
        if conditions.count > 0 { out["preconditions"] = .object(conditions) }
    }

    private func setFeeBump(_ out: inout JSONObject) {
        guard let inner else { return }
        out["fee_bump_transaction"] = [
            "hash": .string(record.hash.hex), "signatures": Self.list(record.envelope.signatures),
        ]
        out["inner_transaction"] = [
            "hash": .string(record.innerHash.hex), "max_fee": .long(inner.tx.fee),
            "signatures": Self.list(inner.signatures),
        ]
    }
}

/// Builds the links of resources.
struct Links {
    /// `http://127.0.0.1:PORT`.
    let url: String

    func to(_ path: String) -> JSON {
        path.contains("{") ? ["href": .string(url + path), "templated": true] : ["href": .string(url + path)]
    }

    /// A link to a list, with the query parameters of every list.
    func toList(_ path: String) -> JSON { to(path + "{?cursor,limit,order}") }

    /// The `_links` of an account, a transaction or a ledger: to itself and to its lists.
    func toResource(_ path: String, lists: [String]) -> JSONObject {
        JSONObject([("self", to(path))] + lists.map { ($0, toList("\(path)/\($0)")) })
    }
}
