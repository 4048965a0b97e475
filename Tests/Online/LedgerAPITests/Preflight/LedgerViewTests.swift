// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
import Testing

@testable import LedgerAPI

struct LedgerViewTests {
    @Test func `rejects a server of another network before any other request`() throws {
        let root: JSON = [
            "network_passphrase": .string(Network.public.passphrase), "current_protocol_version": 23,
            "history_latest_ledger": 10, "core_latest_ledger": 10,
            "history_latest_ledger_closed_at": "2026-01-01T00:00:00Z",
        ]
        let transport = RecordedTransport(answers: [
            .success(HTTPResponse(status: 200, body: Array(root.text().utf8)))
        ])
        let client = HorizonClient(base: try HTTPURL("http://127.0.0.1:8000/"), transport: transport)
        let error = #expect(throws: Failure.self) { try LedgerView(client, network: .testnet) }
        #expect(error?.kind == .badInput)
        #expect(transport.requests.count == 1)
    }
}
