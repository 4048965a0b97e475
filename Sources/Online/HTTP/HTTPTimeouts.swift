// SPDX-License-Identifier: Apache-2.0

/// How long to wait for a server.
package struct HTTPTimeouts: Hashable, Sendable {
    /// The time to establish the connection, including name lookup and TLS handshake.
    package var connect: Duration
    /// The time for the whole exchange, until the last byte of the response.
    package var total: Duration
    /// How long the exchange may stall (under `stallBytesPerSecond`), including the wait for the response.
    package var stall: Duration

    /// The rate in bytes per second below which an exchange counts as stalled.
    package static let stallBytesPerSecond = 16

    package init(connect: Duration = .seconds(10), total: Duration = .seconds(30), stall: Duration = .seconds(20)) {
        self.connect = connect
        self.total = total
        self.stall = stall
    }
}
