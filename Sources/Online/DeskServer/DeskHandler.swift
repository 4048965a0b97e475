// SPDX-License-Identifier: Apache-2.0

package import Desk
import Dispatch
import Faults
package import FlyingFox
import FlyingSocks
import Foundation
import LoopbackHTTP
import Platform
import SafeFiles
import Synchronization

/// Converts the HTTP library's requests to the desk's, and the responses back.
package struct DeskHandler: HTTPHandler {
    /// More requests than this at the same time are refused: each holds its body in memory.
    private static let mostRequests = 24

    private let desk: Desk
    private let port: UInt16
    private let queue = DispatchQueue(label: "coldstar.desk.pages", attributes: .concurrent)
    private let running = RequestCount()

    package init(_ desk: Desk, port: UInt16) {
        self.desk = desk
        self.port = port
    }

    package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard isOwn(request) else { return Self.plain(403, "This is another user's desk.") }
        guard running.begin(most: Self.mostRequests) else { return Self.plain(503, "The desk is busy.") }
        defer { running.end() }
        let head = DeskRequest(
            method: request.method.rawValue, path: request.target.path(),
            query: DeskRequest.query(request.target.query()),
            headers: request.headers.keys.flatMap { header in
                request.headers.values(for: header).map { (name: header.rawValue, value: $0) }
            })
        let limit = desk.bodyLimit(of: head)
        var body = try await request.bytes(limit: limit)
        // Where no body is taken, the page that refuses says why.
        if limit == 0 { body = [] }
        guard let body else { return Self.plain(413, "This is more than the desk takes at once.") }
        let whole = head.with(body: body)
        let response = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: desk.answer(whole)) }
        }
        return self.response(response, isHead: whole.method == .head)
    }

    private func response(_ response: DeskResponse, isHead: Bool) -> HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in response.headers { headers[HTTPHeader(name)] = value }
        let status = HTTPStatusCode(response.status, phrase: Self.phrase(of: response.status))
        switch response.body {
        case .bytes(let bytes):
            return HTTPResponse(statusCode: status, headers: headers, body: isHead ? Data() : Data(bytes))
        case .events where isHead: return HTTPResponse(statusCode: status, headers: headers, body: Data())
        case .events:
            guard let events = desk.changes.listen() else { return Self.plain(503, "Too many pages are open.") }
            headers[HTTPHeader("Connection")] = "close"
            return HTTPResponse(
                statusCode: status, headers: headers, body: HTTPBodySequence(from: EventStream(events)))
        }
    }

    /// Whether the other end belongs to this user. Loopback is open to every user of the machine, and cookies reach all ports.
    private func isOwn(_ request: HTTPRequest) -> Bool {
        guard case .ip4(_, let other)? = request.remoteAddress else { return false }
        guard let table = try? SafeFiles.read("/proc/net/tcp", limit: 16 << 20),
            let owner = ConnectionOwner.uid(client: other, server: port, in: String(decoding: table, as: UTF8.self))
        else { return false }
        return owner == geteuid()
    }

    private static func plain(_ status: Int, _ text: String) -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: "text/plain; charset=utf-8"]
        for (name, value) in DeskGuard.headers { headers[HTTPHeader(name)] = value }
        return HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: phrase(of: status)), headers: headers,
            body: Data((text + "\n").utf8))
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 303: "See Other"
        case 304: "Not Modified"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
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
