// SPDX-License-Identifier: Apache-2.0

/// How long to wait for a server.
package struct HTTPTimeouts: Hashable, Sendable {
    /// From the start until the connection stands, name look-up and TLS handshake included.
    package var connect: Duration
    /// From the start until the last byte of the answer.
    package var total: Duration
    /// How long the exchange may stand still (under `stallBytesPerSecond`), the wait for the answer included.
    package var stall: Duration

    /// Below this many bytes a second an exchange counts as standing still.
    package static let stallBytesPerSecond = 16

    package init(connect: Duration = .seconds(10), total: Duration = .seconds(30), stall: Duration = .seconds(20)) {
        self.connect = connect
        self.total = total
        self.stall = stall
    }
}
