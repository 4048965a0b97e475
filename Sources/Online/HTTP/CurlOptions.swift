// SPDX-License-Identifier: Apache-2.0

/// Options for every request of a `CurlTransport`. None is read from the environment: a caller that wants to honor
/// `ALL_PROXY` or `SSL_CERT_FILE` reads them and passes them on.
package struct CurlOptions: Hashable, Sendable {
    /// A PEM file whose certificates are trusted instead of the system's.
    package var caFile: String?
    /// The proxy for all but loopback traffic: `socks5h://127.0.0.1:9050` for Tor (`h`: the proxy resolves names), or
    /// `http://…`, `https://…`, `socks5://…`, `socks4a://…`.
    package var proxy: String?
    /// The `User-Agent` header; it identifies the program and nothing else.
    package var userAgent: String

    package init(caFile: String? = nil, proxy: String? = nil, userAgent: String = "coldstar/1") {
        self.caFile = caFile
        self.proxy = proxy
        self.userAgent = userAgent
    }

    /// - Throws: `.badSetup` when the proxy's scheme is unknown.
    package func check() throws(HTTPError) {
        guard let proxy else { return }
        let schemes = ["socks5h://", "socks5://", "socks4a://", "socks4://", "http://", "https://"]
        guard proxy.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            schemes.contains(where: { proxy.lowercased().hasPrefix($0) })
        else {
            throw .badSetup(
                "the proxy must be given as socks5h://HOST:PORT, socks5://, socks4a://, http:// or https://")
        }
    }
}
