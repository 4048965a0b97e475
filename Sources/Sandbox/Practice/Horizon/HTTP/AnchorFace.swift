// SPDX-License-Identifier: Apache-2.0

import Codec
import LoopbackHTTP

/// Passes requests to the practice anchor, and writes its responses.
struct AnchorFace: Sendable {
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
