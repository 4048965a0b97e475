// SPDX-License-Identifier: Apache-2.0
import FlyingFox
import FlyingSocks
import Foundation

/// The library's pool of sockets, which sends what is written at once.
///
/// The library writes an answer's head and body one after the other; without `TCP_NODELAY` the system holds the body back
/// until the client has acknowledged the head, some 40 ms for every answer on a connection that is kept.
struct PromptSocketPool: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // Every socket waits here before it is first written to. It is only slower where this is not possible.
        try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
