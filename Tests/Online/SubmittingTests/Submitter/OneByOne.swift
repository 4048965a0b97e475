// SPDX-License-Identifier: Apache-2.0

import HTTP

/// Performs requests one after another over a plain transport.
final class OneByOne: HTTPMultiplexer {
    private let transport: any HTTPTransport
    private var waiting: [(request: HTTPRequest, ticket: Int)] = []

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func begin(_ request: HTTPRequest, ticket: Int) { waiting.append((request, ticket)) }

    func answers(within time: Duration) -> [HTTPAnswer] {
        guard !waiting.isEmpty else { return [] }
        let next = waiting.removeFirst()
        return [
            HTTPAnswer(
                ticket: next.ticket,
                result: Result { () throws(HTTPError) in try transport.perform(next.request) })
        ]
    }
}
