// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import Foundation
import PracticeAnchor
import TextCodec
import WebForms

/// Passes requests to the practice anchor, and writes its responses.
struct AnchorFace: Sendable {
    let anchor: PracticeAnchor

    /// The components of the request's path; nil if it does not belong to the anchor.
    static func path(of request: HTTPRequest) -> [String]? {
        let path = request.target.path().split(separator: "/").map(String.init)
        return PracticeAnchor.serves(path) ? path : nil
    }

    static func limit(_ path: [String]) -> Int {
        path.first == "sep12" ? PracticeAnchor.fileLimit : PracticeAnchor.bodyLimit
    }

    func answer(_ request: HTTPRequest, path: [String], body: [UInt8], port: UInt16) async -> HTTPResponse {
        let parts = path.map { FormDecoding.unescape($0.utf8, plusIsSpace: false) }
        guard !parts.contains(nil) else { return Self.response(.malformed) }
        let reply = await anchor.answer(
            to: AnchorRequest(
                method: request.method.rawValue, path: parts.compactMap(\.self), rawQuery: request.target.query(),
                contentType: request.headers[.contentType], body: body,
                authorization: request.headers[.authorization],
                site: AnchorSite(port: port, host: request.headers[.host])))
        return Self.response(reply)
    }

    /// The response to a body that cannot be read.
    static func refusal(isTooLarge: Bool) -> HTTPResponse { response(isTooLarge ? .tooLarge : .malformed) }

    private static func response(_ reply: AnchorReply) -> HTTPResponse {
        var headers: HTTPHeaders = [
            HTTPHeader("Access-Control-Allow-Origin"): "*",
            HTTPHeader("Access-Control-Allow-Methods"): "GET, POST, PUT, PATCH, DELETE, OPTIONS",
            HTTPHeader("Access-Control-Allow-Headers"): "Authorization, Content-Type",
            HTTPHeader("Cache-Control"): "no-store", HTTPHeader("X-Content-Type-Options"): "nosniff",
        ]
        let text: String
        switch reply.content {
        case .json(let json):
            headers[.contentType] = "application/json"
            text = json.text(pretty: true)
        case .toml(let toml):
            headers[.contentType] = "text/plain; charset=utf-8"
            text = toml
        case .page(let page):
            headers[.contentType] = "text/html; charset=utf-8"
            headers[HTTPHeader("Content-Security-Policy")] = AnchorReply.pagePolicy
            headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
            text = page
        case .nothing: text = ""
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(reply.status, phrase: Answer.phrase(of: reply.status)), headers: headers,
            body: Data(text.utf8))
    }
}
