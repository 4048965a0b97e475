// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import Testing

/// The example of RPC.md.
struct RPCExampleTests {
    @Test func `simulates, sends and looks up a transaction`() throws {
        let envelope = try TransactionEnvelope(
            xdr: Base64.decode(Vectors.param("prepareTransaction-source-auth", "transaction")))
        let simulated = try Vectors.result("prepareTransaction-source-auth")
        let hash = envelope.hash(on: .testnet)
        let pending = try Vectors.result("sendTransaction-pending").with("hash", .string(hash.hex))
        let absent = try Vectors.result("getTransaction-not-found").with("txHash", .string(hash.hex))
        let transport = try AskedRPC(simulated, pending, absent).transport
        var printed: [String] = []

        let client = RPCClient(
            network: .testnet, bases: [try HTTPURL("http://127.0.0.1:8000/rpc")], transport: transport)
        switch try client.simulate(SimulationRequest(envelope)) {
        case .failed(let failed): printed.append("would fail: \(failed.message)")
        case .succeeded(let found): printed.append("resource fee \(found.minResourceFee)")
        }
        let sent = try client.send(envelope)
        let lookup = try client.outcome(of: sent.hash)
        if let applied = lookup.found { printed.append("in ledger \(applied.ledger)") }

        #expect(printed == ["resource fee 61234"] && sent.status == .pending)
        #expect(lookup.latestLedger == 3_400_000)
    }
}
