// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import TestSupport
import Workspace

/// The account of the recordings of LedgerAPITests as its Horizon shows it, and an online folder that is removed with
/// the value.
final class RecordedAccount {
    static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"

    private let temporary = TemporaryFolder()
    var folder: String { temporary.path("online") }
    let transport = RecordedTransport { request in
        switch request.url.path {
        case "/": RecordedAccount.answer("root")
        case "/ledgers": RecordedAccount.answer("ledgers")
        case "/accounts/\(RecordedAccount.alice)": RecordedAccount.answer("account")
        case "/accounts/\(RecordedAccount.alice)/payments": RecordedAccount.answer("payments")
        case "/accounts/\(RecordedAccount.alice)/transactions":
            .success(HTTPResponse(status: 200, body: Array(#"{"_embedded":{"records":[]}}"#.utf8)))
        default: RecordedAccount.answer("account_missing", status: 404)
        }
    }

    var context: OnlineContext { OnlineContext(folder: folder, servers: nil) { 1_790_000_000 } }

    /// With the recordings as the Horizon of testnet.
    var online: OnlineContext {
        let transport = transport
        let servers = HorizonServers(urls: ["http://127.0.0.1:8000"], of: .testnet, allowsLoopback: true) { transport }
        return OnlineContext(folder: folder, servers: servers) { 1_790_000_000 }
    }

    var hasJournal: Bool { FileManager.default.fileExists(atPath: folder) }

    func view() throws -> LedgerView {
        try LedgerView(
            HorizonClient(base: try HTTPURL("http://127.0.0.1:8000/"), transport: transport), network: .testnet)
    }

    /// How often the payments of an account were asked for.
    var paymentRequests: Int { transport.requests.count { $0.url.path.hasSuffix("/payments") } }

    private static func answer(_ name: String, status: Int = 200) -> Result<HTTPResponse, HTTPError> {
        let tests = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let file = tests.appending(path: "LedgerAPITests/Horizon/Vectors/recordings/\(name).json")
        guard let body = try? Data(contentsOf: file) else { return .failure(.badRequest(name)) }
        return .success(HTTPResponse(status: status, body: [UInt8](body)))
    }
}
