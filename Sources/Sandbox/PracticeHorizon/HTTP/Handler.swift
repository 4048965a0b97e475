// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import Foundation
import Ledger
import LoopbackHTTP
import TextCodec

/// Converts the HTTP library's requests to the service's, and the responses back.
struct Handler: HTTPHandler {
    /// The maximum size of a body in bytes; the largest transaction is well below.
    private static let bodyLimit = 1 << 20

    let server: LoopbackServer
    let name: String
    let ledger: PracticeLedger
    let anchor: AnchorFace
    let rpc: RPCFace

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        if let path = AnchorFace.path(of: request), let port = await server.port {
            do throws(Problem) {
                let body = try await Self.body(of: request, limit: AnchorFace.limit(path))
                return await anchor.answer(request, path: path, body: body, port: port)
            } catch {
                return AnchorFace.refusal(isTooLarge: error.status == Problem.tooLarge.status)
            }
        }
        if let path = RPCFace.path(of: request), let port = await server.port {
            return await rpc.answer(request, path: path, port: port)
        }
        let service = HorizonService(ledger: ledger, url: await server.port.map(PracticeServer.url) ?? "", name: name)
        let answer: Answer
        do throws(Problem) {
            let body = try await Self.body(of: request, limit: Self.bodyLimit)
            answer = await service.answer(
                to: try Request(
                    method: request.method.rawValue, rawPath: request.target.path(), rawQuery: request.target.query(),
                    contentType: request.headers[.contentType], body: body))
        } catch {
            answer = Answer(error)
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: answer.phrase),
            headers: [.contentType: answer.contentType, HTTPHeader("Cache-Control"): "no-cache"],
            body: Data(answer.body.text(pretty: true).utf8))
    }

    private static func body(of request: HTTPRequest, limit: Int) async throws(Problem) -> [UInt8] {
        let bytes: [UInt8]?
        do { bytes = try await request.bytes(limit: limit) } catch { throw .badRequest("body") }
        guard let bytes else { throw .tooLarge }
        return bytes
    }
}
