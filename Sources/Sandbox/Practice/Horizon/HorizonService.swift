// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// Responds as Horizon does, from the practice ledger.
struct HorizonService: Sendable {
    let ledger: PracticeLedger
    /// The service's URL, for links.
    let url: String
    /// The name and version that the root resource states.
    let name: String

    func answer(to request: Request) async -> Answer {
        do throws(Problem) {
            switch request.method {
            case "GET": return try await read(request)
            case "POST": return try await write(request)
            default: throw .methodNotAllowed
            }
        } catch {
            return Answer(error)
        }
    }

    private var links: Links { Links(url: url) }

    // MARK: Changing the ledger

    private func write(_ request: Request) async throws(Problem) -> Answer {
        switch request.path {
        case ["transactions"]: return try await submit(try request.parameter("tx"))
        case ["transactions_async"]: return try await submitAsync(try request.parameter("tx"))
        case ["friendbot"]: return try await fund(try request.parameter("addr"))
        default: throw .notFound
        }
    }

    private func submit(_ text: String) async throws(Problem) -> Answer {
        switch await ledger.submit(try envelope(text)) {
        case .refused(let result): throw .failed(envelope: text, result)
        case .included(let record, _):
            guard record.isSuccessful else { throw .failed(envelope: text, record.result) }
            return Answer(TransactionView(record: record, links: links).json())
        }
    }

    /// Applies the transaction as `submit` does, but reports it as pending.
    private func submitAsync(_ text: String) async throws(Problem) -> Answer {
        let envelope = try envelope(text)
        let hash = JSON.string(envelope.hash(on: await ledger.snapshot().network).hex)
        switch await ledger.submit(envelope) {
        case .refused(let result):
            let body: JSON = ["error_result_xdr": .base64(result.xdr), "tx_status": "ERROR", "hash": hash]
            return Answer(body, status: 400)
        case .included(_, isNew: false): return Answer(["tx_status": "DUPLICATE", "hash": hash], status: 409)
        case .included(_, isNew: true): return Answer(["tx_status": "PENDING", "hash": hash], status: 201)
        }
    }

    private func envelope(_ text: String) throws(Problem) -> TransactionEnvelope {
        guard let bytes = try? Base64.decode(text), let envelope = try? TransactionEnvelope(xdr: bytes) else {
            throw .malformed(envelope: text)
        }
        return envelope
    }

    private func fund(_ address: String) async throws(Problem) -> Answer {
        guard let id = try? AccountID(address: address) else { throw .invalid("addr", "invalid address") }
        let record: TransactionRecord
        do throws(PracticeLedger.FriendbotError) { record = try await ledger.fund(id) } catch {
            switch error {
            case .alreadyFunded: throw Problem.alreadyFunded
            case .failed(let result): throw Problem.failed(envelope: "", result)
            }
        }
        return Answer(TransactionView(record: record, links: links).json())
    }

    // MARK: Reading the ledger

    private func read(_ request: Request) async throws(Problem) -> Answer {
        if request.path == ["friendbot"] { return try await fund(request.query["addr"] ?? "") }
        return Answer(try resource(request, await ledger.snapshot()))
    }

    private func resource(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let path = request.path
        switch (path.first, path.count) {
        case (nil, _): return RootView.json(snapshot, links, server: name)
        case ("fee_stats"?, 1): return RootView.feeStats(snapshot)
        case ("paths"?, 2) where path[1] == "strict-send" || path[1] == "strict-receive":
            let paths = try PathsView(request.query, strictSend: path[1] == "strict-send", snapshot)
            return paths.json(snapshot)
        case ("ledgers"?, 1):
            return try page(request, snapshot.ledgers.map { RootView.ledger($0, snapshot, links) })
        case ("ledgers"?, _): return try oneLedger(request, snapshot)
        case ("assets"?, 1): return try assets(request, snapshot)
        case ("accounts"?, 1): return try accounts(request, snapshot)
        case ("accounts"?, _): return try account(request, snapshot)
        case ("claimable_balances"?, _): return try claimableBalances(request, snapshot)
        case ("operations"?, 2), ("operations"?, 3): return try operation(request, snapshot)
        case ("transactions"?, _), ("operations"?, 1), ("payments"?, 1), ("effects"?, 1), ("trades"?, 1):
            return try history(request, snapshot)
        default: throw .notFound
        }
    }

    private func page(_ request: Request, _ entries: [Page.Entry]) throws(Problem) -> JSON {
        try Page(request.query).json(entries, request, links)
    }

    private func oneLedger(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        guard let sequence = UInt32(request.path[1]) else { throw .invalid("ledger_id", "must be a ledger number") }
        guard sequence >= PracticeLedger.firstLedger, sequence <= snapshot.latest.sequence else { throw .notFound }
        let ledger = snapshot.ledgers[Int(sequence - PracticeLedger.firstLedger)]
        if request.path.count == 2 { return RootView.ledger(ledger, snapshot, links).json }
        guard request.path.count == 3 else { throw .notFound }
        let records = snapshot.records.filter { $0.ledger == sequence }
        return try list(request.path[2], records, request, failed: request.includesFailed)
    }

    private func assets(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let wanted = ["asset_code", "asset_issuer"].compactMap { key in
            request.query[key].flatMap { $0.isEmpty ? nil : (key, JSON.string($0)) }
        }
        let entries = AssetView.entries(snapshot).filter { entry in wanted.allSatisfy { entry.json[$0.0] == $0.1 } }
        return try page(request, entries)
    }

    private func accounts(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let signer = request.query["signer"].flatMap { try? SignerKey(address: $0) }
        let asset = request.query["asset"].flatMap { try? Asset($0) }
        guard (signer == nil) != (asset == nil) else {
            throw .invalid("signer", "give one of signer and asset")
        }
        let found = snapshot.state.accounts.values.filter { account in
            if let asset { return account.trustlines[asset] != nil }
            return account.allSigners.contains { $0.key == signer }
        }
        let entries = found.sorted { $0.id.address < $1.id.address }.map { account in
            Page.Entry(token: account.id.address, json: AccountView.json(account, links))
        }
        return try page(request, entries)
    }

    private func account(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let path = request.path
        guard let id = try? AccountID(address: path[1]) else {
            throw .invalid("account_id", "Account ID must start with `G` and contain 56 alphanum characters")
        }
        let records = snapshot.records.filter { $0.participants.contains(id) }
        guard let account = snapshot.state.accounts[id] else {
            // A merged account still has a history.
            guard path.count == 3, !records.isEmpty else { throw .notFound }
            return try list(path[2], records, request, failed: request.includesFailed, of: id)
        }
        switch path.count {
        case 2: return AccountView.json(account, links)
        case 3: return try list(path[2], records, request, failed: request.includesFailed, of: id)
        case 4 where path[2] == "data":
            guard let name = String64(Array(path[3].utf8)), let value = account.data[name] else { throw .notFound }
            return ["value": .base64(value.bytes)]
        default: throw .notFound
        }
    }

    private func claimableBalances(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let all = snapshot.state.claimableBalances.values.sorted {
            ($0.createdLedger, ClaimableBalanceView.id($0.id)) < ($1.createdLedger, ClaimableBalanceView.id($1.id))
        }
        if request.path.count == 2 {
            let wanted = request.path[1]
            let found = all.first { ClaimableBalanceView.id($0.id) == wanted || $0.id.address == wanted }
            guard let found else { throw .notFound }
            return ClaimableBalanceView.entry(found, links).json
        }
        guard request.path.count == 1 else { throw .notFound }
        let query = request.query
        func matches(_ key: String, _ value: String) -> Bool { (query[key] ?? "").isEmpty || query[key] == value }
        let claimant = query["claimant"] ?? ""
        let found = all.filter { balance in
            matches("asset", balance.asset.text) && matches("sponsor", balance.sponsor.address)
                && (claimant.isEmpty || balance.claimants.contains { $0.destination.address == claimant })
        }
        return try page(request, found.map { ClaimableBalanceView.entry($0, links) })
    }

    /// `/transactions`, `/operations`, `/payments`, one transaction, and its operations.
    private func history(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let path = request.path
        guard path.count > 1 else {
            return try list(path[0], snapshot.records, request, failed: request.includesFailed)
        }
        guard let hash = TransactionHash(hex: path[1]), hash.hex == path[1] else {
            throw .invalid("tx_id", "Transaction hash must be a hex-encoded, lowercase SHA-256 hash")
        }
        guard let record = snapshot.record(hash) else { throw .notFound }
        switch path.count {
        case 2: return TransactionView(record: record, links: links).json(askedFor: hash)
        case 3 where path[2] != "transactions": return try list(path[2], [record], request, failed: true)
        default: throw .notFound
        }
    }

    /// One operation, or its effects.
    private func operation(_ request: Request, _ snapshot: Snapshot) throws(Problem) -> JSON {
        let path = request.path
        guard let id = UInt64(path[1]) else { throw .invalid("id", "must be an operation's number") }
        let (ledger, index) = (id >> 32, Int(id & 0xfff) - 1)
        guard path.count == 2 || path[2] == "effects",
            let record = snapshot.records.first(where: { UInt64($0.ledger) == ledger }),
            record.envelope.innermost.operations.indices.contains(index)
        else { throw .notFound }
        let view = OperationView(record: record, index: index, links: links)
        guard view.token == id else { throw .notFound }
        guard path.count == 2 else {
            return try page(request, EffectView(record: record, index: index, links: links).entries(of: nil))
        }
        return view.entry(withTransaction: request.query["join"] == "transactions").json
    }

    /// A list of transactions, operations, effects or trades, all or those of one account.
    private func list(
        _ kind: String, _ records: [TransactionRecord], _ request: Request, failed: Bool, of account: AccountID? = nil
    ) throws(Problem) -> JSON {
        let records = failed ? records : records.filter(\.isSuccessful)
        switch kind {
        case "transactions":
            let entries = records.map { record in
                let view = TransactionView(record: record, links: links)
                return Page.Entry(token: String(view.token), json: view.json())
            }
            return try page(request, entries)
        case "operations", "payments":
            let join = request.query["join"] == "transactions"
            let entries = records.flatMap { record in
                let transaction = record.envelope.innermost
                return transaction.operations.indices.compactMap { index -> Page.Entry? in
                    guard kind == "operations" || record.isPayment(operation: index) else { return nil }
                    if let account, !record.participants(operation: index).contains(account) { return nil }
                    return OperationView(record: record, index: index, links: links).entry(withTransaction: join)
                }
            }
            return try page(request, entries)
        case "effects", "trades":
            let entries = records.flatMap { record in
                record.envelope.innermost.operations.indices.flatMap { index in
                    kind == "effects"
                        ? EffectView(record: record, index: index, links: links).entries(of: account)
                        : TradeView(record: record, index: index, links: links).entries(of: account)
                }
            }
            return try page(request, entries)
        // The practice network never has any.
        case "offers": return try page(request, [])
        default: throw .notFound
        }
    }
}

extension Request {
    fileprivate var includesFailed: Bool { query["include_failed"] == "true" }
}
