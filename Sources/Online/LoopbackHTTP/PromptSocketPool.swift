// SPDX-License-Identifier: Apache-2.0

import FlyingFox
package import FlyingSocks
import Foundation

/// The library's socket pool, with `TCP_NODELAY` set on every socket.
///
/// The library writes a response's head and body one after the other. Without `TCP_NODELAY` the system delays the body
/// until the client has acknowledged the head, some 40 ms for every response on a persistent connection.
package struct PromptSocketPool: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    package init() {}

    package func prepare() async throws { try await pool.prepare() }

    package func run() async throws { try await pool.run() }

    package func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // Every socket waits here before the first write. If the option cannot be set, responses are only slower.
        try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
