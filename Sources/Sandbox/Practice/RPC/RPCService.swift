// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerRules

/// Stellar RPC of a practice network: JSON-RPC over HTTP, on the same ledger as its Horizon.
package struct RPCService: Sendable {
    /// The maximum size of a body, in bytes.
    package static let bodyLimit = 512 << 10
    /// The number of ledgers for which the service says that it keeps them.
    static let retention: UInt32 = 120_960

    let ledger: PracticeLedger
    /// The name and version that the service states of itself.
    let name: String
    /// Random numbers, for the nonces of recorded authorization.
    let random: @Sendable () -> UInt64
    let memory = FaultMemory()

    package init(ledger: PracticeLedger, name: String, random: @Sendable @escaping () -> UInt64) {
        self.ledger = ledger
        self.name = name
        self.random = random
    }

    /// Responds to the body of a POST request.
    ///
    /// - Parameters:
    ///   - fault: what is to go wrong.
    ///   - friendbot: the address of the network's friendbot.
    package func answer(
        contentType: String?, body: [UInt8], fault: RPCFault?, friendbot: String
    ) async -> RPCReply {
        guard Self.isJSON(contentType) else { return .wrongContentType }
        guard let json = try? JSON(parsing: body) else { return .notJSON }
        let call = RPCCall(service: self, fault: fault, friendbot: friendbot)
        guard let batch = json.asArray else {
            return (await call.answer(json)).map(RPCReply.init) ?? .nothing
        }
        guard !batch.isEmpty else {
            return RPCReply(RPCCall.response(.null, .failure(.invalidRequest("empty request batch"))))
        }
        var answers: [JSON] = []
        for request in batch { if let answer = await call.answer(request) { answers.append(answer) } }
        return answers.isEmpty ? .nothing : RPCReply(.array(answers))
    }

    /// Whether a media type is JSON's, with no parameter but the charset UTF-8.
    private static func isJSON(_ contentType: String?) -> Bool {
        let parts = (contentType ?? "").lowercased().split(separator: ";").map { part in
            part.filter { !$0.isWhitespace && $0 != "\"" }
        }
        return parts == ["application/json"] || parts == ["application/json", "charset=utf-8"]
    }
}

/// The answers to the requests of one body.
struct RPCCall: Sendable {
    let service: RPCService
    let fault: RPCFault?
    let friendbot: String

    /// The response to one request; nil if it is a notification.
    func answer(_ json: JSON) async -> JSON? {
        let request: RPCRequest
        do throws(RPCRequest.ReadingError) { request = try RPCRequest(json) } catch {
            return Self.response(error.id, .failure(error.error))
        }
        var result: Result<JSON, RPCError>
        do throws(RPCError) { result = .success(try await perform(request)) } catch { result = .failure(error) }
        return request.id.map { Self.response($0, result) }
    }

    static func response(_ id: JSON, _ result: Result<JSON, RPCError>) -> JSON {
        switch result {
        case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
        case .failure(let error): ["jsonrpc": "2.0", "id": id, "error": error.json]
        }
    }

    private func perform(_ request: RPCRequest) async throws(RPCError) -> JSON {
        guard let method = RPCMethod(rawValue: request.method) else { throw .noSuchMethod }
        let parameters = try RPCParameters(request.parameters)
        if method == .sendTransaction { return try await send(parameters) }
        if fault == .tooSlow, method != .getNetwork, await service.memory.tires() { throw .tooSlow }
        let snapshot = await service.ledger.snapshot()
        return switch method {
        case .getHealth: health(snapshot)
        case .getNetwork: network(snapshot)
        case .getVersionInfo: version()
        case .getLatestLedger: latestLedger(snapshot)
        case .getFeeStats: feeStats(snapshot)
        case .getLedgerEntries: try entries(parameters, snapshot)
        case .getLedgers: try ledgers(parameters, snapshot)
        case .simulateTransaction: try simulate(parameters, snapshot)
        case .getTransaction: try transaction(parameters, snapshot)
        case .getTransactions: try transactions(parameters, snapshot)
        case .getEvents: try events(parameters, snapshot)
        case .sendTransaction: .null
        }
    }
}

/// The methods of Stellar RPC.
enum RPCMethod: String, CaseIterable {
    case getHealth, getNetwork, getVersionInfo, getLatestLedger, getFeeStats, getLedgerEntries, getLedgers
    case simulateTransaction, sendTransaction, getTransaction, getTransactions, getEvents
}
