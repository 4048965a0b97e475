// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerRules
import LoopbackHTTP

/// Horizon, Stellar RPC, friendbot and an anchor of a practice network over HTTP, on loopback only.
package struct PracticeServer: Sendable {
    private let server: LoopbackServer
    private let name: String
    private let ledger: PracticeLedger
    private let anchor: PracticeAnchor
    private let rpc: RPCRoutes

    /// - Parameters:
    ///   - port: 0 lets the system choose a free one.
    ///   - name: the name and version that the server states of itself.
    ///   - fault: what goes wrong at `/rpc`.
    /// - Throws: `Failure` of kind `unreachable` if the port cannot be listened on.
    package init(
        port: UInt16, name: String, ledger: PracticeLedger, anchor: PracticeAnchor, rpc: RPCService,
        fault: RPCFault? = nil
    ) throws(Failure) {
        server = try LoopbackServer(port: port)
        self.name = name
        self.ledger = ledger
        self.anchor = anchor
        self.rpc = RPCRoutes(service: rpc, fault: fault)
    }

    /// Serves until `end` returns; `ready` is called once, with the URL, as soon as clients can connect.
    ///
    /// - Throws: what `ready` throws.
    package func run(
        until end: @Sendable @escaping () async -> Void,
        ready: (String) throws(Failure) -> Void
    ) async throws(Failure) {
        let handler = Handler(
            port: server.port, name: name, ledger: ledger, anchor: AnchorRoutes(anchor: anchor), rpc: rpc)
        let anchor = anchor
        try ready(Self.url(port: server.port))
        try await server.run(
            handler, for: .everyone,
            beside: {
                // Advance transfers even if no client sends a request.
                while true {
                    try await Task.sleep(for: .seconds(1))
                    await anchor.advance()
                }
            }, until: end)
    }

    static func url(port: UInt16) -> String { "http://\(LoopbackServer.host):\(port)" }
}

/// Converts the server's requests to the services', and the responses back.
struct Handler: HTTPHandler {
    /// The maximum size of a body in bytes; the largest transaction is well below.
    private static let bodyLimit = 1 << 20

    let port: UInt16
    let name: String
    let ledger: PracticeLedger
    let anchor: AnchorRoutes
    let rpc: RPCRoutes

    func bodyLimit(of request: HTTPRequest) -> Int {
        if let path = AnchorRoutes.path(of: request) { return AnchorRoutes.limit(path) }
        return RPCRoutes.path(of: request) == nil ? Self.bodyLimit : RPCService.bodyLimit
    }

    func answer(to request: HTTPRequest) -> HTTPResponse {
        waiting { await response(to: request) }
    }

    private func response(to request: HTTPRequest) async -> HTTPResponse {
        if let path = AnchorRoutes.path(of: request) { return await anchor.answer(request, path: path, port: port) }
        if let path = RPCRoutes.path(of: request) { return await rpc.answer(request, path: path, port: port) }
        let service = HorizonService(ledger: ledger, url: PracticeServer.url(port: port), name: name)
        let answer: Answer
        do throws(Problem) {
            guard let body = request.body else { throw .tooLarge }
            answer = await service.answer(
                to: try Request(
                    method: request.method, rawPath: request.path, rawQuery: request.query,
                    contentType: request.header("content-type"), body: body))
        } catch {
            answer = Answer(error)
        }
        return HTTPResponse(
            answer.status, headers: [("Content-Type", answer.contentType), ("Cache-Control", "no-cache")],
            text: answer.body.text(pretty: true))
    }
}

/// Passes requests to the practice anchor, and writes its responses.
struct AnchorRoutes: Sendable {
    let anchor: PracticeAnchor

    /// The components of the request's path; nil if it does not belong to the anchor.
    static func path(of request: HTTPRequest) -> [String]? {
        let path = request.path.split(separator: "/").map(String.init)
        return PracticeAnchor.serves(path) ? path : nil
    }

    static func limit(_ path: [String]) -> Int {
        path.first == "sep12" ? PracticeAnchor.fileLimit : PracticeAnchor.bodyLimit
    }

    func answer(_ request: HTTPRequest, path: [String], port: UInt16) async -> HTTPResponse {
        guard let body = request.body else { return Self.response(.tooLarge) }
        let parts = path.map { FormDecoding.unescape($0.utf8, plusIsSpace: false) }
        guard !parts.contains(nil) else { return Self.response(.malformed) }
        let reply = await anchor.answer(
            to: AnchorRequest(
                method: request.method, path: parts.compactMap(\.self), rawQuery: request.query,
                contentType: request.header("content-type"), body: body,
                authorization: request.header("authorization"),
                site: AnchorSite(port: port, host: request.header("host"))))
        return Self.response(reply)
    }

    private static func response(_ reply: AnchorReply) -> HTTPResponse {
        var headers = [
            (name: "Access-Control-Allow-Origin", value: "*"),
            ("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS"),
            ("Access-Control-Allow-Headers", "Authorization, Content-Type"),
            ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
        ]
        let text: String
        switch reply.content {
        case .json(let json):
            headers.append(("Content-Type", "application/json"))
            text = json.text(pretty: true)
        case .toml(let toml):
            headers.append(("Content-Type", "text/plain; charset=utf-8"))
            text = toml
        case .page(let page):
            headers += [
                ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", AnchorReply.pagePolicy),
                ("Referrer-Policy", "no-referrer"),
            ]
            text = page
        case .nothing: text = ""
        }
        return HTTPResponse(reply.status, headers: headers, text: text)
    }
}

/// Passes requests to the practice RPC, and writes its responses.
struct RPCRoutes: Sendable {
    let service: RPCService
    /// What goes wrong at `/rpc`.
    let fault: RPCFault?

    /// What follows `/rpc` in the request's path; nil if it does not belong to the RPC.
    static func path(of request: HTTPRequest) -> [Substring]? {
        let path = request.path.split(separator: "/")
        return path.first == "rpc" ? Array(path.dropFirst()) : nil
    }

    /// - Parameter path: empty, or the name of a fault, which then goes wrong in place of the usual one.
    func answer(_ request: HTTPRequest, path: [Substring], port: UInt16) async -> HTTPResponse {
        let chosen = path.first.flatMap { RPCFault(rawValue: String($0)) }
        guard path.isEmpty || path.count == 1 && chosen != nil else { return Self.response(.wrongPath) }
        guard request.method == "POST" else { return Self.response(.wrongMethod) }
        guard let body = request.body else { return Self.response(.tooLarge) }
        let reply = await service.answer(
            contentType: request.header("content-type"), body: body, fault: chosen ?? fault,
            friendbot: "\(PracticeServer.url(port: port))/friendbot")
        return Self.response(reply)
    }

    private static func response(_ reply: RPCReply) -> HTTPResponse {
        let type = reply.contentType.map { [(name: "Content-Type", value: $0)] } ?? []
        return HTTPResponse(reply.status, headers: [("Cache-Control", "no-store")] + type, text: reply.body)
    }
}
