// SPDX-License-Identifier: Apache-2.0

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
