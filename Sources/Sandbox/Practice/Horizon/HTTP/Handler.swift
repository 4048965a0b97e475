// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LoopbackHTTP

/// Converts the server's requests to the services', and the responses back.
struct Handler: HTTPHandler {
    /// The maximum size of a body in bytes; the largest transaction is well below.
    private static let bodyLimit = 1 << 20

    let port: UInt16
    let name: String
    let ledger: PracticeLedger
    let anchor: AnchorFace
    let rpc: RPCFace

    func bodyLimit(of request: HTTPRequest) -> Int {
        if let path = AnchorFace.path(of: request) { return AnchorFace.limit(path) }
        return RPCFace.path(of: request) == nil ? Self.bodyLimit : RPCService.bodyLimit
    }

    func answer(to request: HTTPRequest) -> HTTPResponse {
        waiting { await response(to: request) }
    }

    private func response(to request: HTTPRequest) async -> HTTPResponse {
        if let path = AnchorFace.path(of: request) { return await anchor.answer(request, path: path, port: port) }
        if let path = RPCFace.path(of: request) { return await rpc.answer(request, path: path, port: port) }
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
