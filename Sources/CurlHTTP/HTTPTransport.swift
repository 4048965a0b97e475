// SPDX-License-Identifier: Apache-2.0

/// The one door to the network: something that carries HTTP requests and brings back answers.
///
/// It is synchronous because its users are: a command asks, waits, and decides what to ask next. What gains from
/// asking many things at once (accounts of a batch of payments, transactions to look up) hands over the whole list
/// to `performAll`, which a transport may run side by side (libcurl's multi interface needs no threads for that)
/// without any change above it. Answers come back one for each request, in the order of the requests, so that
/// a failure of one says nothing about the others. Recorded answers for tests are one more conforming type.
///
/// A transport never repeats a request by itself: whether it is safe to ask again is known only above.
package protocol HTTPTransport: Sendable {
    /// Carries one request to its end.
    ///
    /// - Returns: any HTTP answer that came back whole, whatever its status.
    /// - Throws: `HTTPError`, whose `delivery` says whether the server can have seen the request.
    func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse

    /// Carries several requests; the answers are in the order of the requests.
    func performAll(_ requests: [HTTPRequest]) -> [Result<HTTPResponse, HTTPError>]
}

extension HTTPTransport {
    /// One after the other, each in full.
    package func performAll(_ requests: [HTTPRequest]) -> [Result<HTTPResponse, HTTPError>] {
        requests.map { request in
            Result { () throws(HTTPError) in try perform(request) }
        }
    }
}
