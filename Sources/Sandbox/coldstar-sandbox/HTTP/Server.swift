// SPDX-License-Identifier: Apache-2.0
import Faults
import FlyingFox
import FlyingSocks
import Foundation
import Ledger
import PracticeAnchor
import Shell
import TextCodec

/// The HTTP server: listens on loopback only, and passes every request to the service.
struct Server: Sendable {
    static let host = "127.0.0.1"

    private let server: HTTPServer
    private let ledger: PracticeLedger
    private let anchor: PracticeAnchor

    /// - Parameter port: 0 lets the system choose a free one.
    init(port: UInt16, ledger: PracticeLedger, anchor: PracticeAnchor) throws(Failure) {
        let address: sockaddr_in
        do { address = try .inet(ip4: Self.host, port: port) } catch {
            throw Failure(.bug, "\(Self.host) is not an address: \(error)")
        }
        server = HTTPServer(address: address, pool: PromptSocketPool(), logger: .disabled)
        self.ledger = ledger
        self.anchor = anchor
    }

    /// Serves until a signal arrives; `ready` is called once, with the URL, as soon as clients can connect.
    func run(
        until signals: TerminationSignals, ready: @Sendable @escaping (String) throws(Failure) -> Void
    ) async throws(Failure) {
        let handler = Handler(server: server, ledger: ledger, anchor: AnchorFace(anchor: anchor))
        await server.appendRoute("*", to: handler)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask {
                    // Advance transfers even if no client sends a request.
                    while true {
                        try await Task.sleep(for: .seconds(1))
                        await anchor.advance()
                    }
                }
                group.addTask {
                    try await server.waitUntilListening()
                    guard let url = await server.url else { throw SocketError.disconnected }
                    try ready(url)
                    await signals.first()
                }
                try await group.next()
                await server.stop()
                group.cancelAll()
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            let reason = if case .failed(_, _, let text)? = error as? SocketError { text } else { "\(error)" }
            throw Failure(
                .unreachable, "cannot serve on \(Self.host): \(TerminalText.escape(reason))",
                hint: "the port may be in use; use --port 0 to pick a free one")
        }
    }
}

extension HTTPServer {
    /// The server's URL; nil unless it is listening.
    var url: String? { port.map { "http://\(Server.host):\($0)" } }

    var port: UInt16? {
        guard case .ip4(_, let port)? = listeningAddress else { return nil }
        return port
    }
}
