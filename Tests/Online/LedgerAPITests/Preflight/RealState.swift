// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

@testable import LedgerAPI

/// The entries of a ledger, as a source that knows all of it.
struct RealState: LedgerSource {
    typealias Failure = JSONError

    let network: Network
    var sequence: Int64
    var closedAt: Timestamp
    private let baseFee: Int64
    private let baseReserve: Amount
    private var entries: [LedgerKey: LedgerEntryRecord] = [:]

    /// - Parameter json: a state file of `vectors/ledger.jsonl`.
    init(_ json: JSON) throws(JSONError) {
        network = Network(passphrase: try json.string("network_passphrase"))
        sequence = try json.integer("ledger")
        closedAt = Timestamp(try json.decimalString("close_time"))
        baseFee = try json.integer("base_fee")
        baseReserve = Amount(stroops: try json.integer("base_reserve"))
        for text in try json.array("entries") { try put(text) }
    }

    mutating func put(_ json: JSON) throws(JSONError) {
        guard let text = json.asString, let bytes = try? Base64.decode(text), let entry = try? LedgerEntry(xdr: bytes)
        else {
            throw .wrongType(field: "entries", expected: "entries in base64")
        }
        let record = try LedgerEntryRecord([
            "key": .string(Base64.encode(entry.data.key.xdr)), "xdr": .string(Base64.encode(entry.data.xdr)),
            "lastModifiedLedgerSeq": .integer(Int64(entry.lastModifiedLedgerSeq)),
            "extXdr": .string(Base64.encode(entry.ext.xdr)),
        ])
        entries[record.key] = record
    }

    mutating func remove(_ key: LedgerKey) { entries[key] = nil }

    func ledger() -> LedgerRecord {
        LedgerRecord(
            sequence: sequence, closedAt: closedAt, baseFee: baseFee, baseReserve: baseReserve, protocolVersion: 19)
    }

    func account(_ id: AccountID) -> AccountRecord? {
        entries[.account(LedgerKeyAccount(accountID: id))].flatMap { AccountRecord($0, with: Array(entries.values)) }
    }

    func claimableBalance(_ id: ClaimableBalanceID) -> ClaimableBalanceRecord? {
        guard let record = entries[.claimableBalance(LedgerKeyClaimableBalance(balanceID: id))],
            case .claimableBalance(let entry) = record.data
        else { return nil }
        return ClaimableBalanceRecord(entry, sponsor: record.sponsor)
    }

    private var offers: [(entry: OfferEntry, sponsor: AccountID?)] {
        entries.values.compactMap { if case .offer(let offer) = $0.data { (offer, $0.sponsor) } else { nil } }
            .sorted { $0.entry.offerID < $1.entry.offerID }
    }

    func offers(of id: AccountID) throws(JSONError) -> [OfferRecord]? {
        try offers.filter { $0.entry.sellerID == id }.map { offer, sponsor throws(JSONError) in
            var json = JSONObject([
                ("id", .string(String(offer.offerID))), ("seller", .string(id.address)),
                ("selling", offer.selling.shown),
                ("buying", offer.buying.shown), ("amount", .string(Amount(stroops: offer.amount).fixedText)),
                ("price_r", ["n": .integer(Int64(offer.price.n)), "d": .integer(Int64(offer.price.d))]),
            ])
            if let sponsor { json["sponsor"] = .string(sponsor.address) }
            return try OfferRecord(.object(json))
        }
    }

    func asks(selling: Asset, buying: Asset) -> [OrderBookLevel]? {
        let asked = offers.map(\.entry).filter { $0.selling == selling && $0.buying == buying }
        let ascending = asked.sorted { (one: OfferEntry, other: OfferEntry) -> Bool in
            Int64(one.price.n) * Int64(other.price.d) < Int64(other.price.n) * Int64(one.price.d)
        }
        return ascending.map { OrderBookLevel(price: $0.price, amount: Amount(stroops: $0.amount)) }
    }

    func assets(of pool: PoolID) -> [Asset]? {
        guard
            case .liquidityPool(let entry)? = entries[.liquidityPool(LedgerKeyLiquidityPool(liquidityPoolID: pool))]?
                .data
        else { return nil }
        switch entry.body {
        case .liquidityPoolConstantProduct(let pair): return [pair.params.assetA, pair.params.assetB]
        }
    }
}
