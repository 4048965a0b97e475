// SPDX-License-Identifier: Apache-2.0

import Synchronization

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

/// Requests one after the other, over a transport for single requests.
package final class SequentialMultiplexer: HTTPMultiplexer {
    private let transport: any HTTPTransport
    private var waiting: [(request: HTTPRequest, ticket: Int)] = []

    package init(_ transport: any HTTPTransport) { self.transport = transport }

    package func begin(_ request: HTTPRequest, ticket: Int) { waiting.append((request, ticket)) }

    package func answers(within time: Duration) -> [HTTPAnswer] {
        guard !waiting.isEmpty else { return [] }
        let next = waiting.removeFirst()
        let result = Result { () throws(HTTPError) in try transport.perform(next.request) }
        return [HTTPAnswer(ticket: next.ticket, result: result)]
    }
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

/// Whether a failed request may have had an effect.
package enum SendingResult: Hashable, Sendable {
    /// No byte of the request left this machine.
    case definitelyNotSent
    /// Sending had begun: the server may have received all of it, whatever it returned.
    case mayHaveArrived
}

/// An `HTTPTransport` for tests that returns recorded responses and records the requests.
package final class RecordedTransport: HTTPTransport {
    package typealias Answer = Result<HTTPResponse, HTTPError>

    private let answer: @Sendable (HTTPRequest, Int) -> Answer
    private let asked = Mutex<[HTTPRequest]>([])

    /// Creates a transport that answers each request with the closure.
    package init(_ answer: @escaping @Sendable (HTTPRequest) -> Answer) {
        self.answer = { request, _ in answer(request) }
    }

    /// Creates a transport that returns the answers in order, and refuses the connection after the last one.
    package init(answers: [Answer]) {
        answer = { request, index in
            index < answers.count
                ? answers[index]
                : .failure(.cannotConnect(host: request.url.authority, detail: "no recorded answer is left"))
        }
    }

    /// The requests received so far, in order.
    package var requests: [HTTPRequest] { asked.withLock { $0 } }

    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let index = asked.withLock { asked in
            asked.append(request)
            return asked.count - 1
        }
        return try answer(request, index).get()
    }
}
