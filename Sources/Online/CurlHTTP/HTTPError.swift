// SPDX-License-Identifier: Apache-2.0

/// Why there is no answer. Details come from libcurl, reduced to printable ASCII.
package enum HTTPError: Error, Hashable {
    /// The request cannot be sent as it is: a header field with a line break, say.
    case badRequest(String)
    /// The CA file or the proxy cannot be used, or libcurl lacks what is needed.
    case badSetup(String)
    /// The host's name, or the proxy's, is not known.
    case cannotResolve(host: String)
    /// Nothing listens there, or nothing answers.
    case cannotConnect(host: String, detail: String)
    /// The server's certificate does not verify for this host.
    case badCertificate(host: String, detail: String)
    /// The TLS handshake failed for another reason than the certificate.
    case tlsFailed(host: String, detail: String)
    /// Time ran out.
    case timedOut(host: String, Delivery)
    /// The connection ended before the whole answer was there.
    case connectionLost(host: String, detail: String, Delivery)
    /// The answer is larger than was asked to be taken, in bytes.
    case tooLarge(host: String, limit: Int)
    /// The answer redirects to where the policy does not allow to follow.
    case redirectRefused(host: String, location: String)
    /// What came back is not HTTP.
    case notHTTP(host: String, detail: String)
    /// Anything else that libcurl says, with its error number.
    case other(code: Int, detail: String, Delivery)

    /// What is known about the request's arrival.
    package var delivery: Delivery {
        switch self {
        case .badRequest, .badSetup, .cannotResolve, .cannotConnect, .badCertificate, .tlsFailed: .definitelyNotSent
        case .timedOut(_, let delivery), .connectionLost(_, _, let delivery), .other(_, _, let delivery): delivery
        case .tooLarge, .redirectRefused, .notHTTP: .mayHaveArrived
        }
    }

    /// Whether the same question may well be answered a little later, or by another server.
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
