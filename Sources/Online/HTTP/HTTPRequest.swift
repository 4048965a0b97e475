// SPDX-License-Identifier: Apache-2.0

/// An HTTP request with its limits on time and size.
package struct HTTPRequest: Hashable, Sendable {
    package var method: HTTPMethod
    package var url: HTTPURL
    package var headers: [HTTPHeader]
    package var body: [UInt8]?
    package var timeouts: HTTPTimeouts
    /// The longest response body accepted, in bytes; reading stops beyond it.
    package var sizeLimit: Int
    package var redirects: RedirectPolicy
    /// Whether the server may receive the request twice without harm. If so, a kept connection may carry it, and
    /// libcurl resends it on a new one when that connection turns out to be dead. By default, true for GET alone.
    package var mayRepeat: Bool

    package static let defaultSizeLimit = 1 << 20

    package init(
        _ method: HTTPMethod, _ url: HTTPURL, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        timeouts: HTTPTimeouts = HTTPTimeouts(), sizeLimit: Int = defaultSizeLimit, redirects: RedirectPolicy = .none
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.sizeLimit = sizeLimit
        self.redirects = redirects
        mayRepeat = method.isSafe
    }

    /// A GET.
    package init(
        _ url: HTTPURL, headers: [HTTPHeader] = [], timeouts: HTTPTimeouts = HTTPTimeouts(),
        sizeLimit: Int = defaultSizeLimit, redirects: RedirectPolicy = .none
    ) {
        self.init(.get, url, headers: headers, timeouts: timeouts, sizeLimit: sizeLimit, redirects: redirects)
    }

    /// A POST of form fields, percent-encoded so that `+` arrives as a plus sign. libcurl sends a body without a
    /// content type as a form.
    package static func form(
        _ url: HTTPURL, fields: [(name: String, value: String)], headers: [HTTPHeader] = [],
        timeouts: HTTPTimeouts = HTTPTimeouts(), sizeLimit: Int = defaultSizeLimit
    ) -> HTTPRequest {
        HTTPRequest(
            .post, url, headers: headers, body: PercentEncoding.form(fields), timeouts: timeouts,
            sizeLimit: sizeLimit)
    }
}

/// The request methods that Coldstar uses.
package enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether the method alone makes it harmless to send the request twice.
    package var isSafe: Bool { self == .get }
}

/// One header field. Names are case-insensitive; responses carry them in lower case.
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field can be sent as it is: the name a token, the value visible ASCII and spaces, so that a line
    /// break cannot inject another field.
    ///
    /// - Source: RFC 9110 §5.1, §5.5.
    package var isWellFormed: Bool {
        let name = Array(name.utf8)
        let value = Array(value.utf8)
        return !name.isEmpty && name.allSatisfy(Self.isTokenByte) && value.allSatisfy { (0x20...0x7e).contains($0) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

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

/// What to do when the response is a redirect.
package enum RedirectPolicy: Hashable, Sendable {
    /// A redirect is an error that names its target.
    case none
    /// GET requests follow up to `maximumHops` redirects to https on the same host and port; any other redirect is an
    /// error.
    case sameHost

    package static let maximumHops = 5
}
