// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LoopbackHTTP
import Synchronization

extension LoopbackServer {
    /// Serves a desk to this user until `end` returns.
    ///
    /// - Parameters:
    ///   - folder: the user's online folder, in which another program can leave a key for this desk.
    ///   - again: asks for a new key, each time.
    ///   - ready: called with the address that admits one browser, once: at the start, and for each new key.
    package func serve(
        _ settings: Desk.Settings, in folder: String, again: AsyncStream<Void>,
        until end: @Sendable @escaping () async -> Void,
        ready: @Sendable @escaping (String, EntranceFiles) throws(Failure) -> Void
    ) async throws(Failure) {
        let port = port
        let files = EntranceFiles(folder: folder, port: port)
        let announcement = try files.announce()
        let key = DeskGuard.secret()
        var settings = settings
        settings.entrance = files
        let desk = Desk(settings, guard: DeskGuard(port: port, key: key, session: DeskGuard.secret()))
        try ready(DeskGuard.address(port: port, key: key), files)
        try await run(
            DeskHandler(desk), for: .owner(others: DeskHandler.plain(403, "This is another user's desk.")),
            beside: {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await desk.watchJournal() }
                    group.addTask {
                        for await _ in again { try ready(DeskGuard.address(port: port, key: desk.newKey()), files) }
                    }
                    try await group.waitForAll()
                }
            },
            until: {
                await end()
                desk.close()
            })
        announcement.end()
    }
}

/// Converts the server's requests to the desk's, and the responses back.
struct DeskHandler: HTTPHandler {
    /// More requests than this at the same time are refused: each may wait for a server.
    private static let mostRequests = 24

    private let desk: Desk
    private let running = RequestCount()

    init(_ desk: Desk) { self.desk = desk }

    func bodyLimit(of request: HTTPRequest) -> Int { desk.bodyLimit(of: Self.converted(request)) }

    func answer(to request: HTTPRequest) -> HTTPResponse {
        guard let body = request.body else { return Self.plain(413, "The request is too large.") }
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
