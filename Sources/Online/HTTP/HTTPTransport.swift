// SPDX-License-Identifier: Apache-2.0

/// The only access to the network: sends HTTP requests and returns their responses.
///
/// It is synchronous because its callers are: a command sends a request, waits, and decides on the next one. Callers
/// that gain from concurrent requests use an `HTTPMultiplexer`. Tests use `RecordedTransport`.
///
/// A transport never retries: only its caller knows whether that is safe.
package protocol HTTPTransport: Sendable {
    /// Performs one request.
    ///
    /// - Returns: any complete HTTP response, whatever its status.
    /// - Throws: `HTTPError`, whose `delivery` says whether the server may have received the request.
    func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}
