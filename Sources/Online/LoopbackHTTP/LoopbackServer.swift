// SPDX-License-Identifier: Apache-2.0

package import Faults
package import FlyingFox
import FlyingSocks
import Foundation
import TextCodec

/// An HTTP server on 127.0.0.1, which other machines cannot reach.
package struct LoopbackServer: Sendable {
    package static let host = "127.0.0.1"

    private let server: HTTPServer

    /// - Parameters:
    ///   - port: 0 lets the system choose a free one.
    ///   - timeout: seconds for the answer to a request.
    package init(port: UInt16, timeout: Int = 15) throws(Failure) {
        let address: sockaddr_in
        do { address = try .inet(ip4: Self.host, port: port) } catch {
            throw Failure(.bug, "\(Self.host) is not an address: \(error)")
        }
        server = HTTPServer(
            address: address, timeout: TimeInterval(timeout), pool: PromptSocketPool(), logger: .disabled)
    }

    /// The port that it listens on; nil unless it is listening.
    package var port: UInt16? {
        get async {
            guard case .ip4(_, let port)? = await server.listeningAddress else { return nil }
            return port
        }
    }

    /// Serves until `end` returns.
    ///
    /// - Parameters:
    ///   - job: runs beside the server, until it is cancelled.
    ///   - ready: called once, with the port, as soon as clients can connect.
    /// - Throws: `Failure` of kind `unreachable` if the port cannot be listened on, and what `ready` throws.
    package func run(
        _ handler: any HTTPHandler, beside job: @Sendable @escaping () async throws -> Void,
        until end: @Sendable @escaping () async -> Void,
        ready: @Sendable @escaping (UInt16) throws(Failure) -> Void
    ) async throws(Failure) {
        await server.appendRoute("*", to: handler)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask { try await job() }
                group.addTask {
                    try await server.waitUntilListening()
                    guard let port = await port else { throw SocketError.disconnected }
                    try ready(port)
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
