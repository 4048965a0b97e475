// SPDX-License-Identifier: Apache-2.0

/// A client for many concurrent requests: each is begun, and its response is collected when it is complete.
///
/// Like `HTTPTransport`, it never retries; it follows no redirects. The caller limits how many requests run at once.
package protocol HTTPMultiplexer: AnyObject {
    /// Begins a request.
    ///
    /// - Parameter ticket: identifies the response; must be unique among the requests in progress.
    func begin(_ request: HTTPRequest, ticket: Int)

    /// The completed results. If there are none, waits for the first one; returns an empty array when the time is up or
    /// no request is in progress.
    func answers(within time: Duration) -> [HTTPAnswer]
}

/// The response to one request, or the reason for its failure.
package struct HTTPAnswer: Sendable {
    package let ticket: Int
    package let result: Result<HTTPResponse, HTTPError>

    package init(ticket: Int, result: Result<HTTPResponse, HTTPError>) {
        self.ticket = ticket
        self.result = result
    }
}
