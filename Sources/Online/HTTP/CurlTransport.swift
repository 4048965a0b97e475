// SPDX-License-Identifier: Apache-2.0

import CCurl
import Synchronization

/// An `HTTPTransport` over libcurl.
///
/// Certificates and host names are always verified, with TLS 1.2 or newer. There are no cookies, no credentials, no
/// compression (the size limit applies to the bytes received), and no proxy or settings from the environment. Only
/// HTTP/1.1 is used, because with it one can tell whether a request was sent. One handle and its connections are
/// reused; requests from several threads are serialized.
package final class CurlTransport: HTTPTransport {
    private let handle: Mutex<CurlHandle>

    /// - Throws: `HTTPError.badSetup` when libcurl cannot be set up or the proxy's scheme is unknown.
    package init(_ options: CurlOptions = CurlOptions()) throws(HTTPError) {
        try options.check()
        handle = Mutex(try CurlHandle(options))
    }

    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        var request = request
        for _ in 0...RedirectPolicy.maximumHops {
            let response = try once(request)
            guard response.isRedirect, let location = response.header("location") else { return response }
            guard let next = Self.target(of: location, for: request) else {
                throw .redirectRefused(host: request.url.authority, location: CurlHandle.printable(location))
            }
            request.url = next
        }
        throw .redirectRefused(host: request.url.authority, location: request.url.text)
    }

    private func once(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        try handle.withLock { handle throws(HTTPError) in try handle.perform(request) }
    }

    /// The target of a permitted redirect: only for a GET, only to https, only to the same host and port.
    static func target(of location: String, for request: HTTPRequest) -> HTTPURL? {
        guard request.redirects == .sameHost, request.method == .get, request.url.scheme == .https else { return nil }
        let absolute = location.hasPrefix("/") && !location.hasPrefix("//")
        let text = absolute ? "https://\(request.url.authority)\(location)" : location
        guard let url = try? HTTPURL(text), url.hasSameOrigin(as: request.url) else { return nil }
        return url
    }
}

/// What libcurl's callbacks collect during one request.
final class CurlExchange {
    /// Whether sending has begun: set just before the first byte of the request, once the connection (with TLS) is
    /// established.
    private(set) var hasBegunSending = false
    private(set) var isTooLarge = false
    private var headers: [HTTPHeader] = []
    private var body: [UInt8] = []

    private var bodyLimit = 0
    private var headerBytes = 0
    private static let headerLimit = 64 << 10

    /// Resets the state left by the previous request.
    func begin(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
        (hasBegunSending, isTooLarge, headerBytes) = (false, false, 0)
        _ = taken()
    }

    /// Hands over the final response's header fields and body, and clears them.
    func taken() -> (headers: [HTTPHeader], body: [UInt8]) {
        defer { (headers, body) = ([], []) }
        return (headers, body)
    }

    var delivery: SendingResult { hasBegunSending ? .mayHaveArrived : .definitelyNotSent }

    func willSend() { hasBegunSending = true }

    /// Appends a piece of the body; false stops the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= bodyLimit - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Adds one header line, given with its line end; false stops the transfer.
    func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        if bytes.starts(with: "HTTP/".utf8) {
            headers.removeAll(keepingCapacity: true)  // of an interim answer (1xx)
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(
                HTTPHeader(Self.lowercased(bytes[..<colon]), Self.trimmed(bytes[bytes.index(after: colon)...])))
        }
        return true
    }

    private static func lowercased(_ name: Slice<UnsafeRawBufferPointer>) -> String {
        String(unsafeUninitializedCapacity: name.count) { out in
            for (place, byte) in name.enumerated() {
                out[place] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            }
            return name.count
        }
    }

    /// The text without leading and trailing whitespace.
    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: UnsafeRawBufferPointer(rebasing: text[first...last]), as: UTF8.self)
    }
}

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

/// The libcurl that is linked.
package enum CurlLibrary {
    /// The version that the library reports, and that of its TLS library: `7.88.1 with OpenSSL/3.0.15`.
    package static var version: String? {
        guard let info = coldstar_curl_version()?.pointee, let version = info.version else { return nil }
        let tls = info.ssl_version.map { " with \(String(cString: $0))" } ?? ""
        return String(cString: version) + tls
    }
}
