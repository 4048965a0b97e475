// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A transport that answers from memory, for the tests of what stands above. It keeps what it was asked.
package final class RecordedTransport: HTTPTransport {
    package typealias Answer = Result<HTTPResponse, HTTPError>

    private let answer: @Sendable (HTTPRequest, Int) -> Answer
    private let asked = Mutex<[HTTPRequest]>([])

    /// Answers each request by the closure.
    package init(_ answer: @escaping @Sendable (HTTPRequest) -> Answer) {
        self.answer = { request, _ in answer(request) }
    }

    /// Gives the answers in order; beyond the last one every connection is refused.
    package init(answers: [Answer]) {
        answer = { request, index in
            index < answers.count
                ? answers[index]
                : .failure(.cannotConnect(host: request.url.authority, detail: "no recorded answer is left"))
        }
    }

    /// All requests so far, in order.
    package var requests: [HTTPRequest] { asked.withLock { $0 } }

    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let index = asked.withLock { asked in
            asked.append(request)
            return asked.count - 1
        }
        return try answer(request, index).get()
    }
}
