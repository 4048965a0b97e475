// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Foundation
import HTTP
import LedgerAPI
import Stellar
import Testing
import Workspace

@testable import Desk

/// The forms with a desk behind them.
final class FormPageTests {
    private static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    private static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"

    private struct NoDecoder: PictureDecoding {
        func start(_ mode: PictureMode) throws(Failure) -> any PictureReader { throw Failure(.bug, "no picture") }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-forms-\(UUID().uuidString)")
        .path

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func desk(on network: Network, _ transport: RecordedTransport) -> Desk {
        let servers = HorizonServers(urls: [], allowsLoopback: false) { () throws(Failure) in transport }
        return Desk(
            Desk.Settings(
                context: OnlineContext(folder: folder, servers: servers) { 1_800_000_000 }, network: network,
                account: nil, clock: { Timestamp(1_800_000_000) }, decoder: NoDecoder()),
            guard: DeskGuard(port: 1, key: "key", session: "session"))
    }

    private func link(_ passphrase: String?) -> String {
        let named = passphrase?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return "web+stellar:pay?destination=\(Self.bob)&amount=1" + (named.map { "&network_passphrase=\($0)" } ?? "")
    }

    private func build(_ link: String, on network: Network) throws(Failure) {
        let silent = RecordedTransport(answers: [])
        defer { #expect(silent.requests.isEmpty) }
        let fields = DeskFields([("link", link), ("source", Self.alice), ("sequence", "101")])
        let desk = desk(on: network, silent)
        let form = OperationForm.payment
        _ = try desk.job(.operation(try form.operation(fields, form.texts(fields))), fields).preview { _ in }
    }

    @Test(
        arguments: [
            (Network.public, Network.testnet.passphrase, "the request is for testnet, but network says public"),
            (.testnet, Network.public.passphrase, "the request is for public, but network says testnet"),
            (.testnet, nil, "the link names no network: SEP-7 then means public, not testnet"),
        ] as [(Network, String?, String)])
    func `a payment link for another network than the desk's is refused`(
        network: Network, passphrase: String?, message: String
    ) {
        let failure = #expect(throws: Failure.self) { try build(link(passphrase), on: network) }
        #expect(failure?.kind == .badInput && failure?.message == message)
    }

    @Test func `a payment link for the desk's network is paid`() throws {
        #expect(throws: Never.self) { try build(link(Network.testnet.passphrase), on: .testnet) }
        #expect(throws: Never.self) { try build(link(Network.public.passphrase), on: .public) }
        #expect(throws: Never.self) { try build(link(nil), on: .public) }
    }

    private func asked(_ transport: RecordedTransport, _ path: String) -> Int {
        transport.requests.count { $0.url.path == path }
    }

    private var federation: RecordedTransport {
        RecordedTransport { request in
            switch request.url.path {
            case "/.well-known/stellar.toml":
                .success(
                    HTTPResponse(status: 200, body: Array("FEDERATION_SERVER = \"https://example.com/fed\"".utf8)))
            case "/fed": .success(HTTPResponse(status: 200, body: Array("{\"account_id\": \"\(Self.bob)\"}".utf8)))
            default: .success(HTTPResponse(status: 404, body: []))
            }
        }
    }

    /// The account fields and the transaction of one check share what they find.
    @Test func `a check while typing asks for a federation name once`() {
        let transport = federation
        let fields = DeskFields([
            ("source", Self.alice), ("destination", "bob*example.com"), ("asset", "XLM"), ("amount", "1"),
        ])
        _ = desk(on: .testnet, transport).check(.payment, fields)
        #expect(asked(transport, "/fed") == 1 && asked(transport, "/.well-known/stellar.toml") == 1)
        // The transaction was tried: it needs the ledger.
        #expect(transport.requests.contains { $0.url.host == "horizon-testnet.stellar.org" })
    }

    @Test func `a check with the user's sequence number uses no network`() {
        let transport = federation
        let fields = DeskFields([
            ("source", Self.alice), ("destination", "bob*example.com"), ("asset", "XLM"), ("amount", "1"),
            ("sequence", "101"),
        ])
        _ = desk(on: .testnet, transport).check(.payment, fields)
        #expect(transport.requests.isEmpty)
    }
}
