// SPDX-License-Identifier: Apache-2.0

/// Where the practice anchor is, as one client calls it: `127.0.0.1:PORT` or `localhost:PORT`.
package struct AnchorSite: Hashable, Sendable {
    private let port: UInt16
    private let isNamed: Bool

    /// - Parameter host: the `Host` of a request; anything but the two names counts as the first.
    package init(port: UInt16, host: String? = nil) {
        self.port = port
        isNamed = host == "localhost:\(port)"
    }

    /// The home domain that the issuer's account names.
    var mainDomain: String { "127.0.0.1:\(port)" }
    var domains: [String] { [mainDomain, "localhost:\(port)"] }
    /// The domain by which this client asked.
    package var domain: String { isNamed ? "localhost:\(port)" : mainDomain }
    package var url: String { "http://\(domain)" }
}
