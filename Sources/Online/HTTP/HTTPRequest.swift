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

    /// A POST of form fields, percent-encoded so that `+` arrives as a plus sign. libcurl sends a body without a content type as a form.
    package static func form(
        _ url: HTTPURL, fields: [(name: String, value: String)], headers: [HTTPHeader] = [],
        timeouts: HTTPTimeouts = HTTPTimeouts(), sizeLimit: Int = defaultSizeLimit
    ) -> HTTPRequest {
        HTTPRequest(
            .post, url, headers: headers, body: PercentEncoding.form(fields), timeouts: timeouts,
            sizeLimit: sizeLimit)
    }
}
