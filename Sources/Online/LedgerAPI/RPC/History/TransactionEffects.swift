// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// What a transaction did as a whole, by its metadata.
extension LedgerTransaction {
    /// What its operations changed of one account's balance of an asset, in stroops; the fee is not in it.
    package struct Effect: Hashable, Sendable {
        package let account: AccountID
        package let asset: Asset
        package let change: Int128
    }

    /// What its operations changed of accounts' balances, those of one account together, in the order in which they
    /// were first changed; nil where the metadata is missing or not readable. Shares of pools, and what contracts hold,
    /// are not among it.
    package var effects: [Effect]? {
        guard let changes = operationChanges else { return nil }
        guard isSuccessful else { return [] }
        var order: [AccountID: Int] = [:]
        var sums: [AccountID: [(asset: Asset, change: Int128)]] = [:]
        for operation in changes {
            var before: [AccountID: [Asset: Int64]] = [:]
            func add(_ held: (account: AccountID, asset: Asset), _ amount: Int64) {
                let change = Int128(amount) - Int128(before[held.account]?[held.asset] ?? 0)
                before[held.account, default: [:]][held.asset] = amount
                if order[held.account] == nil { order[held.account] = order.count }
                var own = sums[held.account] ?? []
                if let place = own.firstIndex(where: { $0.asset == held.asset }) {
                    own[place].change += change
                } else {
                    own.append((held.asset, change))
                }
                sums[held.account] = own
            }
            for change in operation {
                switch change {
                case .state(let entry):
                    if let held = entry.holding { before[held.account, default: [:]][held.asset] = held.amount }
                case .created(let entry), .updated(let entry), .restored(let entry):
                    if let held = entry.holding { add((held.account, held.asset), held.amount) }
                case .removed(let key):
                    if let held = key.holding { add(held, 0) }
                }
            }
        }
        return order.sorted { $0.value < $1.value }.flatMap { account, _ in
            (sums[account] ?? []).filter { $0.change != 0 }.map {
                Effect(account: account, asset: $0.asset, change: $0.change)
            }
        }
    }

    /// The events of its contracts, and of its operations where a server has them for these, too.
    package var events: [ContractEvent] {
        switch meta {
        case .v3(let meta): meta.sorobanMeta?.events ?? []
        case .v4(let meta): meta.operations.flatMap(\.events)
        case nil: []
        }
    }

    /// What came back of the fee after the transaction, in stroops: resources that a contract did not use. It is taken
    /// off `feeCharged` already.
    package var refund: Int64 {
        guard case .v4(let meta) = meta else { return 0 }
        let fees = meta.events.filter { $0.stage != .beforeAllTxs }.compactMap { event -> Int64? in
            guard case .v0(let body) = event.event.body, body.topics.first == .name("fee"),
                case .i128(let parts) = body.data, parts.hi == -1
            else { return nil }
            return Int64(exactly: -parts.value)
        }
        return fees.reduce(0) { sum, fee in sum.addingReportingOverflow(fee).partialValue }
    }

    /// What of the fee was rent for entries of contracts, in stroops; nil where the metadata do not say.
    package var rent: Int64? { meta?.rent }

    /// The archived entries that it brought back, in their order (CAP-66).
    package var restoredEntries: [LedgerKey] {
        (operationChanges ?? []).joined().compactMap { change in
            guard case .restored(let entry) = change, entry.data.key.canBeArchived else { return nil }
            return entry.data.key
        }
    }

    /// The fee that was charged in the end, in stroops; nil where the result cannot be read.
    package var feeCharged: Int64? { result?.feeCharged }

    /// The value that a call of a contract returned; nil for everything else.
    package var returnValue: SCVal? { isSuccessful ? meta?.returnValue : nil }

    /// Its result with what each operation failed of, as Horizon names it; nil where it cannot be read.
    package var codes: ResultCodes? { ResultCodes(resultXDR: resultXDR) }
}

extension LedgerEntry {
    /// The balance in it; nil for entries without one, and for shares of pools.
    fileprivate var holding: (account: AccountID, asset: Asset, amount: Int64)? {
        switch data {
        case .account(let entry): (entry.accountID, .native, entry.balance)
        case .trustline(let line): line.asset.asset.map { (line.accountID, $0, line.balance) }
        default: nil
        }
    }
}

extension LedgerKey {
    fileprivate var holding: (account: AccountID, asset: Asset)? {
        switch self {
        case .account(let key): (key.accountID, .native)
        case .trustline(let key): key.asset.asset.map { (key.accountID, $0) }
        default: nil
        }
    }
}

// MARK: from Horizon, and from a file

extension LedgerTransaction {
    /// A transaction as `getTransaction` or Horizon describes it.
    ///
    /// - Parameters:
    ///   - json: the result of `getTransaction`, or the whole answer; or a transaction of Horizon's.
    ///   - hash: the one that was asked for, the outer or the inner one of a fee bump.
    /// - Throws: for another transaction, and for a document of another kind.
    package init(document json: JSON, asked hash: TransactionHash, on network: Network) throws(JSONError) {
        if let result = json["result"], result["envelopeXdr"] != nil {
            try self.init(document: result, asked: hash, on: network)
            return
        }
        if json.isPresent("envelopeXdr") {
            let record = try TransactionRecord(json, asked: nil, on: network) { json throws(JSONError) in
                if case .string = json["createdAt"] {
                    try json.time("createdAt")
                } else {
                    try json.numericTime("createdAt")
                }
            }
            self.init(record, on: network)
        } else {
            try self.init(horizon: json, on: network)
        }
        guard transaction.hashes.contains(hash) else {
            throw .wrongType(field: "envelopeXdr", expected: "the transaction that was asked for")
        }
    }

    private init(horizon json: JSON, on network: Network) throws(JSONError) {
        let inclusion = try InclusionRecord(json)
        let envelope = try json.string("envelope_xdr")
        let meta = try json.optionalString("result_meta_xdr") ?? ""
        let token: UInt64 = try json.decimalString("paging_token")
        let time = try json.dateTime("created_at")
        do throws(Fault) {
            try self.init(
                hash: inclusion.place, envelope: envelope, result: inclusion.resultXDR, meta: meta,
                isSuccessful: inclusion.isSuccessful, token: token, time: time, on: network)
        } catch {
            throw .wrongType(field: "envelope_xdr", expected: "a transaction that this version knows, with this hash")
        }
    }

    /// The same with metadata from elsewhere.
    ///
    /// - Throws: for what is no metadata, and for that of another transaction as far as that shows.
    package func with(meta: String) throws(JSONError) -> LedgerTransaction {
        let found: TransactionMeta = try JSON.string(meta).xdrValue("meta")
        let count =
            switch found {
            case .v3(let meta): meta.operations.count
            case .v4(let meta): meta.operations.count
            }
        guard
            count == (isSuccessful ? transaction.envelope.innermost.operations.count : 0) || count == 0 && !isSuccessful
        else { throw .wrongType(field: "meta", expected: "the metadata of this transaction") }
        do throws(Fault) {
            return try LedgerTransaction(
                hash: hash, envelope: Base64.encode(transaction.envelope.xdr), result: resultXDR, meta: meta,
                isSuccessful: isSuccessful, token: token, time: time, on: transaction.network)
        } catch { throw .wrongType(field: "meta", expected: "metadata") }
    }
}

extension HorizonClient {
    /// A transaction, with its metadata where the server keeps that; nil if the server does not know it.
    ///
    /// - Parameter hash: for a fee bump, the outer or the inner hash.
    package func appliedTransaction(
        _ hash: TransactionHash, on network: Network
    ) throws(HorizonError) -> LedgerTransaction? {
        try ask(
            HorizonEndpoint<LedgerTransaction?>(
                ["transactions", hash.hex], limit: Self.transactionLimit, missing: { nil }
            ) { json throws(JSONError) in try LedgerTransaction(document: json, asked: hash, on: network) })
    }
}
