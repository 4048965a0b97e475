// SPDX-License-Identifier: Apache-2.0

import LoopbackHTTP
import Synchronization

/// Converts the server's requests to the desk's, and the responses back.
struct DeskHandler: HTTPHandler {
    /// More requests than this at the same time are refused: each may wait for a server.
    private static let mostRequests = 24

    private let desk: Desk
    private let running = RequestCount()

    init(_ desk: Desk) { self.desk = desk }

    func bodyLimit(of request: HTTPRequest) -> Int { desk.bodyLimit(of: Self.converted(request)) }

    func answer(to request: HTTPRequest) -> HTTPResponse {
        guard let body = request.body else { return Self.plain(413, "This is more than the desk takes at once.") }
        guard running.begin(most: Self.mostRequests) else { return Self.plain(503, "The desk is busy.") }
        defer { running.end() }
        let response = desk.answer(Self.converted(request).with(body: body))
        switch response.body {
        case .bytes(let bytes):
            var answer = HTTPResponse(response.status, headers: response.headers, body: .bytes(bytes))
            // Who is refused may not have many more refused on the same connection.
            answer.endsConnection = [403, 405].contains(response.status)
            return answer
        // A stream would hold one of the places of pages that listen.
        case .events where request.method == "HEAD":
            return HTTPResponse(response.status, headers: response.headers)
        case .events:
            guard let events = desk.changes.listen() else { return Self.plain(503, "Too many pages are open.") }
            return HTTPResponse(
                response.status, headers: response.headers,
                body: .stream(ByteStream(events) { Array($0.text.utf8) }))
        }
    }

    private static func converted(_ request: HTTPRequest) -> DeskRequest {
        DeskRequest(
            method: request.method, path: request.path, query: DeskRequest.query(request.query),
            headers: request.headers)
    }

    /// A response that says nothing about the desk.
    static func plain(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status, headers: [("Content-Type", "text/plain; charset=utf-8")] + DeskGuard.headers, text: text + "\n")
    }
}

/// The number of requests that are being answered.
private final class RequestCount: Sendable {
    private let count = Mutex(0)

    func begin(most: Int) -> Bool {
        count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
    }

    func end() { count.withLock { $0 -= 1 } }
}
