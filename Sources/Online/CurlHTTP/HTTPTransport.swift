// SPDX-License-Identifier: Apache-2.0

/// The one door to the network: something that carries HTTP requests and brings back answers.
///
/// It is synchronous because its users are: a command asks, waits, and decides what to ask next. What gains from
/// asking many things at once uses an `HTTPMultiplexer`. Recorded answers for tests are one more conforming type.
///
/// A transport never repeats a request by itself: whether it is safe to ask again is known only above.
package protocol HTTPTransport: Sendable {
    /// Carries one request to its end.
    ///
    /// - Returns: any HTTP answer that came back whole, whatever its status.
    /// - Throws: `HTTPError`, whose `delivery` says whether the server can have seen the request.
    func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}
