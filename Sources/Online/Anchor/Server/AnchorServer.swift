// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import TextCodec

/// A JSON service of a domain. Interprets responses without a document for all protocols.
struct AnchorServer: Sendable {
    let domain: HomeDomain
    let transport: any HTTPTransport

    /// The longest response, in bytes.
    static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - token: the session, where the service requires one.
    ///   - takesEmpty: whether a body is optional, as after a deletion.
    /// - Throws: `.refused` with the server's own text for 400 and the like, `.loginNeeded` when the token is missing
    ///   or rejected, `.customerInfoNeeded` and `.customerStatus` when an anchor requires more of the customer first,
    ///   `.unavailable` for temporary failures, `.broken` for a response that is not a JSON object.
    func ask(
        _ request: HTTPRequest, token: AccessToken? = nil, takesEmpty: Bool = false
    ) throws(AnchorError) -> JSON {
        var request = request
        request.headers.append(HTTPHeader("Accept", "application/json"))
        if let token { request.headers.append(token.header) }
        let response: HTTPResponse
        do throws(HTTPError) { response = try transport.perform(request) } catch {
            throw .unreachable(domain: domain.text, error)
        }
        switch response.status {
        case 200...299 where takesEmpty: return [:]
        case 200...299: return try document(response)
        case 400...499 where ![408, 425, 429].contains(response.status): throw refusal(response, hasToken: token != nil)
        default: throw .unavailable(domain: domain.text, status: response.status)
        }
    }

    private func document(_ response: HTTPResponse) throws(AnchorError) -> JSON {
        do {
            let json = try JSON(parsing: response.body)
            guard json.asObject != nil else {
                throw AnchorError.broken(domain: domain.text, reason: "its response is not a JSON object")
            }
            // The journal rejects NUL, and no legitimate response contains one.
            guard !Self.hasNUL(json) else {
                throw AnchorError.broken(domain: domain.text, reason: "its answer has text with a NUL in it")
            }
            return json
        } catch let error as AnchorError {
            throw error
        } catch {
            throw .broken(domain: domain.text, reason: (error as? JSONError)?.message ?? "its response is not JSON")
        }
    }

    private static func hasNUL(_ json: JSON) -> Bool {
        switch json {
        case .string(let text): text.utf8.contains(0)
        case .array(let values): values.contains(where: hasNUL)
        case .object(let object): object.members.contains { $0.key.utf8.contains(0) || hasNUL($0.value) }
        default: false
        }
    }

    /// The error for a status between 400 and 499.
    ///
    /// - Source: SEP-6 §Deposit and Withdraw responses; SEP-24 §Authentication required.
    private func refusal(_ response: HTTPResponse, hasToken: Bool) -> AnchorError {
        let json = (try? JSON(parsing: response.body)) ?? [:]
        switch (response.status, json["type"]?.asString) {
        case (_, "non_interactive_customer_info_needed"):
            let fields = (json["fields"]?.asArray ?? []).compactMap(\.asString)
            return .customerInfoNeeded(domain: domain.text, fields: fields)
        case (_, "customer_info_status"):
            return .customerStatus(
                domain: domain.text, status: json["status"]?.asString ?? "", more: json["more_info_url"]?.asString)
        case (401, _), (403, "authentication_required"): return .loginNeeded(domain: domain.text, hadToken: hasToken)
        // Without a reason: the token is rejected.
        case (403, nil) where hasToken && reason(json) == nil: return .loginNeeded(domain: domain.text, hadToken: true)
        default:
            return .refused(
                domain: domain.text, status: response.status, reason: reason(json) ?? "it does not say why")
        }
    }

    /// The server's reason: in `error` as in the SEPs, or in `detail` or `message` as in common frameworks.
    private func reason(_ json: JSON) -> String? {
        ["error", "detail", "message"].lazy.compactMap { json[$0]?.asString }.first { !$0.isEmpty }
    }
}
