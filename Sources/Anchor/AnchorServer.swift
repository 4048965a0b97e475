// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import TextCodec

/// One domain's servers, asked for JSON. What an answer without a document means is decided here, for all protocols alike.
struct AnchorServer: Sendable {
    let domain: HomeDomain
    let transport: any HTTPTransport

    /// The longest answer, in bytes.
    static let sizeLimit = 1 << 20

    /// - Throws: `.refused` with the server's own words for 400 and the like, `.unavailable` for what may be better later, `.broken` for what is no JSON object.
    func ask(_ request: HTTPRequest) throws(AnchorError) -> JSON {
        let response: HTTPResponse
        do throws(HTTPError) { response = try transport.perform(request) } catch {
            throw .unreachable(domain: domain.text, error)
        }
        switch response.status {
        case 200...299: return try document(response)
        case 400...499 where ![408, 425, 429].contains(response.status):
            throw .refused(
                domain: domain.text, status: response.status, reason: reason(response) ?? "it does not say why")
        default: throw .unavailable(domain: domain.text, status: response.status)
        }
    }

    private func document(_ response: HTTPResponse) throws(AnchorError) -> JSON {
        do {
            let json = try JSON(parsing: response.body)
            guard json.asObject != nil else {
                throw AnchorError.broken(domain: domain.text, reason: "its answer is no object")
            }
            return json
        } catch let error as AnchorError {
            throw error
        } catch {
            throw .broken(domain: domain.text, reason: (error as? JSONError)?.message ?? "its answer is no JSON")
        }
    }

    /// What the server says went wrong, in `error` as the SEPs have it, or in `detail` or `message` as frameworks do.
    private func reason(_ response: HTTPResponse) -> String? {
        guard let json = try? JSON(parsing: response.body) else { return nil }
        return ["error", "detail", "message"].lazy.compactMap { json[$0]?.asString }.first { !$0.isEmpty }
    }
}
