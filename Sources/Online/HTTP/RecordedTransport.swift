// SPDX-License-Identifier: Apache-2.0

import Synchronization

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
