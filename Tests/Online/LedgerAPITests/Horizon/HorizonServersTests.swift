// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import Testing

struct HorizonServersTests {
    @Test func `an invalid Horizon URL fails only when a client is requested`() throws {
        let servers = try HorizonServers(urls: ["nonsense"])
        _ = try servers.transport()
        let error = #expect(throws: Failure.self) { try servers.client(for: .testnet) }
        #expect(error?.kind == .usage && error?.message.hasPrefix("the Horizon URL: ") == true)
    }

    @Test func `removes duplicate servers and keeps the given order`() throws {
        let urls = ["https://b.example/", "https://a.example", "https://b.example"]
        let client = try HorizonServers(urls: urls).client(for: .testnet)
        #expect(client.bases.map(\.authority) == ["b.example", "a.example"])
    }

    @Test func `requires a URL for a network without a default server`() throws {
        let error = #expect(throws: Failure.self) {
            try HorizonServers().client(for: Network(passphrase: "Another network"))
        }
        #expect(error?.kind == .usage)
        #expect(try HorizonServers().client(for: .testnet).bases.count == 1)
    }

    @Test func `requests that wait behind others go through the transport that was put before`() throws {
        let network = RecordedTransport { _ in .success(HTTPResponse(status: 200)) }
        let servers = HorizonServers(urls: ["https://a.example"], allowsLoopback: false) { () throws(Failure) in
            network
        }
        // Lets one request pass.
        let gate = RecordedTransport(answers: [.success(HTTPResponse(status: 204))])
        let http = try servers.passing({ _ in gate }, { $0 }).multiplexer(parallel: 32)
        for ticket in 0..<3 { http.begin(HTTPRequest(try HTTPURL("https://a.example")), ticket: ticket) }
        var statuses: [Int?] = []
        while case let answers = http.answers(within: .zero), !answers.isEmpty {
            statuses += answers.map { try? $0.result.get().status }
        }
        #expect(statuses == [204, nil, nil] && gate.requests.count == 3 && network.requests.isEmpty)
    }
}
