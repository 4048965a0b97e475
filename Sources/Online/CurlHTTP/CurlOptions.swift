// SPDX-License-Identifier: Apache-2.0

/// What holds for every request of a `CurlTransport`. Nothing of it is read from the environment here: a caller who wants
/// `ALL_PROXY` or `SSL_CERT_FILE` to count reads them and passes them on.
package struct CurlOptions: Hashable, Sendable {
    /// A PEM file whose certificates are trusted in place of the system's.
    package var caFile: String?
    /// Where to send everything but loopback traffic: `socks5h://127.0.0.1:9050` for Tor (`h`: names are resolved
    /// at the far end), or `http://…`, `https://…`, `socks5://…`, `socks4a://…`.
    package var proxy: String?
    /// Says no more than what program it is.
    package var userAgent: String

    package init(caFile: String? = nil, proxy: String? = nil, userAgent: String = "coldstar/1") {
        self.caFile = caFile
        self.proxy = proxy
        self.userAgent = userAgent
    }

    /// - Throws: `.badSetup` when the proxy is not of a known kind.
    func check() throws(HTTPError) {
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
