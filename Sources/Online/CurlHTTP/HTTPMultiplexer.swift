// SPDX-License-Identifier: Apache-2.0

/// Carries many requests side by side: each is begun, and its answer is fetched when it is there.
///
/// Like `HTTPTransport` it repeats nothing by itself and follows no redirect. How many may run at once is the asker's to decide.
package protocol HTTPMultiplexer: AnyObject {
    /// Begins a request.
    ///
    /// - Parameter ticket: what the answer is known by; no other that is under way has it.
    func begin(_ request: HTTPRequest, ticket: Int)

    /// The answers that are there. Waits for the first one if there is none; gives none when the time is over or nothing is
    /// under way.
    func answers(within time: Duration) -> [HTTPAnswer]
}

/// One answer, or why there is none.
package struct HTTPAnswer: Sendable {
    package let ticket: Int
    package let result: Result<HTTPResponse, HTTPError>

    package init(ticket: Int, result: Result<HTTPResponse, HTTPError>) {
        self.ticket = ticket
        self.result = result
    }
}
