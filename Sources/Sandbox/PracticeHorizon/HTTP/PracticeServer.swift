// SPDX-License-Identifier: Apache-2.0

package import Faults
import FlyingFox
import FlyingSocks
import Foundation
package import Ledger
package import PracticeAnchor
import TextCodec

/// Horizon, friendbot and an anchor of a practice network over HTTP, on loopback only.
package struct PracticeServer: Sendable {
    static let host = "127.0.0.1"

    private let server: HTTPServer
    private let name: String
    private let ledger: PracticeLedger
    private let anchor: PracticeAnchor

    /// - Parameters:
    ///   - port: 0 lets the system choose a free one.
    ///   - name: the name and version that the server states of itself.
    package init(port: UInt16, name: String, ledger: PracticeLedger, anchor: PracticeAnchor) throws(Failure) {
        let address: sockaddr_in
        do { address = try .inet(ip4: Self.host, port: port) } catch {
            throw Failure(.bug, "\(Self.host) is not an address: \(error)")
        }
        server = HTTPServer(address: address, pool: PromptSocketPool(), logger: .disabled)
        self.name = name
        self.ledger = ledger
        self.anchor = anchor
    }

    /// Serves until `end` returns; `ready` is called once, with the URL, as soon as clients can connect.
    ///
    /// - Throws: `Failure` of kind `unreachable` if the port cannot be listened on, and what `ready` throws.
    package func run(
        until end: @Sendable @escaping () async -> Void,
        ready: @Sendable @escaping (String) throws(Failure) -> Void
    ) async throws(Failure) {
        let handler = Handler(server: server, name: name, ledger: ledger, anchor: AnchorFace(anchor: anchor))
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
                    await end()
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
    var url: String? { port.map { "http://\(PracticeServer.host):\($0)" } }

    var port: UInt16? {
        guard case .ip4(_, let port)? = listeningAddress else { return nil }
        return port
    }
}
