// SPDX-License-Identifier: Apache-2.0

/// The address of the practice anchor as the client calls it: `127.0.0.1:PORT` or `localhost:PORT`.
package struct AnchorSite: Hashable, Sendable {
    private let port: UInt16
    private let isNamed: Bool

    /// - Parameter host: the `Host` header of a request; anything but the two names counts as the first.
    package init(port: UInt16, host: String? = nil) {
        self.port = port
        isNamed = host == "localhost:\(port)"
    }

    /// The home domain of the issuer's account.
    var mainDomain: String { "127.0.0.1:\(port)" }
    var domains: [String] { [mainDomain, "localhost:\(port)"] }
    /// The domain that the client used.
    package var domain: String { isNamed ? "localhost:\(port)" : mainDomain }
    package var url: String { "http://\(domain)" }
}
