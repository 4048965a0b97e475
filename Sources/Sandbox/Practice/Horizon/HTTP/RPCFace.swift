// SPDX-License-Identifier: Apache-2.0

import LoopbackHTTP

/// Passes requests to the practice RPC, and writes its responses.
struct RPCFace: Sendable {
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
