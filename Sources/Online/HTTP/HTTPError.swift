// SPDX-License-Identifier: Apache-2.0

/// Why a request has no response. Details come from libcurl, reduced to printable ASCII.
package enum HTTPError: Error, Hashable {
    /// The request cannot be sent as it is: for example, a header field with a line break.
    case badRequest(String)
    /// The CA file or the proxy cannot be used, or libcurl lacks a required feature.
    case badSetup(String)
    /// The name of the host, or of the proxy, cannot be resolved.
    case cannotResolve(host: String)
    /// The connection is refused, or the host does not respond.
    case cannotConnect(host: String, detail: String)
    /// The server's certificate does not verify for this host.
    case badCertificate(host: String, detail: String)
    /// The TLS handshake failed for a reason other than the certificate.
    case tlsFailed(host: String, detail: String)
    /// A timeout of `HTTPTimeouts` elapsed.
    case timedOut(host: String, SendingResult)
    /// The connection ended before the response was complete.
    case connectionLost(host: String, detail: String, SendingResult)
    /// The response exceeds the request's size limit, in bytes.
    case tooLarge(host: String, limit: Int)
    /// The redirect policy does not allow the response's redirect.
    case redirectRefused(host: String, location: String)
    /// The response is not HTTP.
    case notHTTP(host: String, detail: String)
    /// Any other libcurl error, with its number.
    case other(code: Int, detail: String, SendingResult)

    /// Whether the server may have received the request.
    package var delivery: SendingResult {
        switch self {
        case .badRequest, .badSetup, .cannotResolve, .cannotConnect, .badCertificate, .tlsFailed: .definitelyNotSent
        case .timedOut(_, let delivery), .connectionLost(_, _, let delivery), .other(_, _, let delivery): delivery
        case .tooLarge, .redirectRefused, .notHTTP: .mayHaveArrived
        }
    }

    /// Whether a later request, or another server, may succeed.
    package var isAbsence: Bool {
        switch self {
        case .badCertificate, .badSetup, .badRequest: false
        default: true
        }
    }

    package var message: String {
        switch self {
        case .badRequest(let detail): "the request cannot be sent: \(detail)"
        case .badSetup(let detail): "the connection cannot be set up: \(detail)"
        case .cannotResolve(let host): "the name \(host) is not known"
        case .cannotConnect(let host, let detail): "cannot connect to \(host): \(detail)"
        case .badCertificate(let host, let detail): "the certificate of \(host) does not verify: \(detail)"
        case .tlsFailed(let host, let detail): "no secure connection with \(host): \(detail)"
        case .timedOut(let host, .definitelyNotSent): "\(host) did not answer in time; nothing was sent"
        case .timedOut(let host, .mayHaveArrived): "\(host) took the request and did not answer in time"
        case .connectionLost(let host, let detail, _): "the connection with \(host) was lost: \(detail)"
        case .tooLarge(let host, let limit): "the answer of \(host) is longer than \(limit) bytes"
        case .redirectRefused(let host, let location): "\(host) redirects to \(location), which is not followed"
        case .notHTTP(let host, let detail): "\(host) does not answer in HTTP: \(detail)"
        case .other(let code, let detail, _): "libcurl error \(code): \(detail)"
        }
    }
}
