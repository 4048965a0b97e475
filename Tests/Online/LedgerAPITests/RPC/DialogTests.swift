// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// A dialog of the Python SDK: what it posts and what the server answers.
struct RecordedDialog: Sendable, CustomTestStringConvertible {
    let name: String
    let request: JSON
    let result: JSON

    init(_ json: JSON) throws {
        name = try json.string("name")
        request = try json.object("request")
        result = try json.object("response").object("result")
    }

    static func all() throws -> [RecordedDialog] { try Vectors.cases("rpc-dialog").map(RecordedDialog.init) }

    var testDescription: String { name }

    func param(_ name: String) throws -> JSON { try request.object("params").member(name) }

    /// Reads the answer with our endpoint for the same call, and returns what that endpoint posts.
    func perform() throws -> JSON {
        switch try request.string("method") {
        case "getHealth": try read(.health)
        case "getNetwork": try read(.network)
        case "getVersionInfo": try read(.version)
        case "getLatestLedger": try read(.latestLedger)
        case "getFeeStats": try read(.feeStats)
        case "getLedgerEntries": try read(.ledgerEntries(keys()))
        case "simulateTransaction": try read(.simulate(simulation()))
        case "sendTransaction": try read(.send(envelope(), hash: envelope().hash(on: .testnet)))
        case "getTransaction":
            try read(.transaction(try #require(TransactionHash(hex: param("hash").asString ?? "")), on: .testnet))
        case "getTransactions":
            try read(
                .transactions(
                    [("startLedger", try param("startLedger"))], limit: 5, cursor: nil, on: .testnet))
        default: try read(events())
        }
    }

    private func read<Value>(_ endpoint: RPCEndpoint<Value>) throws -> JSON {
        _ = try endpoint.value(of: result)
        return try endpoint.posted()
    }

    private func keys() throws -> [LedgerKey] {
        try #require(param("keys").asArray).map { try LedgerKey(xdr: Base64.decode($0.asString ?? "")) }
    }

    func envelope() throws -> TransactionEnvelope {
        try TransactionEnvelope(xdr: Base64.decode(param("transaction").asString ?? ""))
    }

    private func simulation() throws -> SimulationRequest {
        var simulation = SimulationRequest(try envelope())
        simulation.authMode = try param("authMode").asString.flatMap(SimulationRequest.AuthMode.init)
        simulation.instructionLeeway = try param("resourceConfig")["instructionLeeway"]?.asInteger()
        simulation.useUpgradedAuth = try #require(param("useUpgradedAuth").asBool as Bool?)
        return simulation
    }

    private func events() throws -> RPCEndpoint<EventPage> {
        guard try param("startLedger") != .null else {
            return .events([], filters: [], limit: 100, cursor: try param("pagination").string("cursor"))
        }
        let contract = try StrKey("CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC")
        guard case .contract(let id) = contract else { throw StrKeyError.unknownVersion }
        let transfer = SCVal.symbol(try #require(SCSymbol(Array("transfer".utf8))))
        return .events(
            [("startLedger", try param("startLedger")), ("endLedger", try param("endLedger"))],
            filters: [EventFilter(kind: .contract, contracts: [id], topics: [[.value(transfer), .any, .rest]])],
            limit: 10, cursor: nil)
    }
}

struct DialogTests {
    @Test(arguments: try RecordedDialog.all())
    func `posts what the Python SDK posts and reads the answer`(dialog: RecordedDialog) throws {
        let posted = try dialog.perform()
        let ours = posted["params"] ?? .object(JSONObject())
        var theirs = dialog.request["params"]?.withoutNulls ?? .object(JSONObject())
        if theirs == .null { theirs = .object(JSONObject()) }
        // The SDK leaves out the number of events per page, for which the server then takes 100.
        if dialog.name == "getEvents-cursor" {
            theirs = theirs.with("pagination", ours["pagination"])
            #expect(ours["pagination"]?["cursor"] == dialog.request["params"]?["pagination"]?["cursor"])
        }
        #expect(posted["method"] == dialog.request["method"])
        #expect(ours == theirs)
        #expect(posted["jsonrpc"] == "2.0" && posted["id"] == 7)
    }

    @Test func `posts JSON with its type and follows no redirect`() throws {
        let request = RPCEndpoint.health.request(at: try HTTPURL(AskedRPC.base), id: 1)
        #expect(request.method == .post && request.redirects == .none && request.mayRepeat)
        #expect(request.headers == [HTTPHeader("Content-Type", "application/json")])
        #expect(request.body == Array(#"{"jsonrpc":"2.0","id":1,"method":"getHealth"}"#.utf8))
    }

    @Test func `reads a simulation with every part`() throws {
        let dialog = try #require(try RecordedDialog.all().first { $0.name == "prepareTransaction-source-auth" })
        let simulation = try RPCEndpoint.simulate(SimulationRequest(dialog.envelope())).value(of: dialog.result)
        guard case .succeeded(let found) = simulation else {
            Issue.record("the simulation did not succeed")
            return
        }
        #expect(found.minResourceFee == 61234 && found.transactionData.resourceFee == 61234)
        #expect(found.result?.auth.count == 1 && found.result?.value.value == .void)
        #expect(found.events.count == 1 && found.latestLedger == 3_400_000)
        guard case .updated(let before, let after)? = found.stateChanges.first?.value else {
            Issue.record("no change")
            return
        }
        #expect(before.lastModifiedLedgerSeq < after.lastModifiedLedgerSeq)
    }

    @Test func `a failed simulation is an answer, with the first line of its text`() throws {
        let dialog = try #require(try RecordedDialog.all().first { $0.name == "simulateTransaction-error" })
        let simulation = try RPCEndpoint.simulate(SimulationRequest(dialog.envelope())).value(of: dialog.result)
        guard case .failed(let failed) = simulation else {
            Issue.record("the simulation did not fail")
            return
        }
        #expect(failed.message == "HostError: Error(Contract, #10)" && failed.text.contains("Event log"))
        #expect(failed.events.count == 1)
    }

    @Test func `escapes a terminal sequence in a simulation's failure`() throws {
        let dialog = try #require(try RecordedDialog.all().first { $0.name == "simulateTransaction-error" })
        let result = dialog.result.with("error", "\u{1b}[2JHostError")
        let simulation = try RPCEndpoint.simulate(SimulationRequest(dialog.envelope())).value(of: result)
        guard case .failed(let failed) = simulation else {
            Issue.record("the simulation did not fail")
            return
        }
        #expect(!failed.message.utf8.contains(0x1b) && failed.message.contains("HostError"))
    }

    @Test(arguments: try Vectors.cases("rpc-dialog", "errors"))
    func `a JSON-RPC error is refused with its code`(row: JSON) throws {
        let response = try row.object("response")
        let code = try response.object("error").integer("code", as: Int.self)
        let asked = try AskedRPC(bodies: [{ id in response.with("id", id) }])
        let error = #expect(throws: RPCError.self) { try asked.client.health() }
        guard case .refused(let call, let problem)? = error else {
            Issue.record("not refused: \(error as Any)")
            return
        }
        #expect(problem.code == code && call.method == "getHealth" && call.server == "127.0.0.1:8000")
    }
}
