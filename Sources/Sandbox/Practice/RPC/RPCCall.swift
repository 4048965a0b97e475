// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules

/// The answers to the requests of one body.
struct RPCCall: Sendable {
    let service: RPCService
    let fault: RPCFault?
    let friendbot: String

    /// The response to one request; nil if it is a notification.
    func answer(_ json: JSON) async -> JSON? {
        let request: RPCRequest
        do throws(RPCRequest.Fault) { request = try RPCRequest(json) } catch {
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
