// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar

/// A JSON service of a domain. Interprets responses without a document for all protocols.
struct AnchorServer: Sendable {
    let domain: HomeDomain
    let transport: any HTTPTransport
    /// What errors call it: the domain, and the protocol where the domain has a server for each.
    let name: String

    init(domain: HomeDomain, transport: any HTTPTransport, name: String? = nil) {
        self.domain = domain
        self.transport = transport
        self.name = name ?? domain.text
    }

    /// The longest response, in bytes.
    static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - token: the session, where the service requires one.
    ///   - takesEmpty: whether a body is optional, as after a deletion.
    ///   - isLogin: whether this is part of a login, so that a refusal cannot mean that there is none.
    /// - Throws: `.refused` with the server's own text for 400 and the like, `.loginNeeded` when the token is missing
    ///   or rejected, `.customerInfoNeeded` and `.customerStatus` when an anchor requires more of the customer first,
    ///   `.unavailable` for temporary failures, `.broken` for a response that is not a JSON object.
    func ask(
        _ request: HTTPRequest, token: AccessToken? = nil, takesEmpty: Bool = false, isLogin: Bool = false
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
        case 400...499 where ![408, 425, 429].contains(response.status):
            let refusal = refusal(response, hasToken: token != nil, isLogin: isLogin)
            // A reason may repeat the token, and anyone who reads it is logged in.
            throw token.map { refusal.leavingOut([$0.exposed]) } ?? refusal
        default: throw .unavailable(domain: name, status: response.status)
        }
    }

    private func document(_ response: HTTPResponse) throws(AnchorError) -> JSON {
        do {
            let json = try JSON(parsing: response.body)
            guard json.asObject != nil else {
                throw AnchorError.broken(domain: name, reason: "its response is not a JSON object")
            }
            // The journal rejects NUL, and no legitimate response contains one.
            guard !Self.hasNUL(json) else {
                throw AnchorError.broken(domain: name, reason: "its answer has text with a NUL in it")
            }
            return json
        } catch let error as AnchorError {
            throw error
        } catch {
            throw .broken(
                domain: name,
                reason: PageText.reason(for: response.body) ?? (error as? JSONError)?.message
                    ?? "its response is not JSON")
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
    private func refusal(_ response: HTTPResponse, hasToken: Bool, isLogin: Bool) -> AnchorError {
        let json = (try? JSON(parsing: response.body)) ?? [:]
        let reason = reason(json) ?? plainReason(response)
        switch (response.status, json["type"]?.asString) {
        case (_, "non_interactive_customer_info_needed"):
            let fields = (json["fields"]?.asArray ?? []).compactMap(\.asString)
            return .customerInfoNeeded(domain: domain.text, fields: fields)
        case (_, "customer_info_status"):
            return .customerStatus(
                domain: domain.text, status: json["status"]?.asString ?? "", more: json["more_info_url"]?.asString)
        case (401, _) where !isLogin, (403, "authentication_required") where !isLogin:
            return .loginNeeded(domain: domain.text, hadToken: hasToken, reason: reason)
        // Without a reason: the token is rejected.
        case (403, nil) where hasToken && reason == nil: return .loginNeeded(domain: domain.text, hadToken: true)
        default:
            return .refused(domain: name, status: response.status, reason: reason ?? "it does not say why")
        }
    }

    /// The server's reason: in `error` as in the SEPs, or in `detail` or `message` as in common frameworks.
    private func reason(_ json: JSON) -> String? {
        ["error", "detail", "message", "reason"].lazy.compactMap { key -> String? in
            guard let inner = json[key], inner.asObject != nil else { return json[key]?.asString }
            return self.reason(inner)
        }.first { !$0.isEmpty }
    }

    /// A body that is a line of text, as common frameworks answer before the application does.
    private func plainReason(_ response: HTTPResponse) -> String? {
        guard response.body.count <= Self.longestLine, PageText.reason(for: response.body) == nil,
            (try? JSON(parsing: response.body)) == nil,
            let text = String(validating: response.body, as: UTF8.self)
        else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// The longest body that may be a line of text, in bytes.
    private static let longestLine = 200
}

extension AnchorServer {
    /// Posts a signed challenge; returns the token in the answer, if it is for this login.
    ///
    /// - Parameter endpoint: the login server's; its host may be the issuer.
    func token(
        for signed: JSON, from endpoint: HTTPURL, to client: some LoginClient, at now: Timestamp
    ) throws(AnchorError) -> AccessToken {
        let headers = [HTTPHeader("Content-Type", "application/json")]
        let answer = try ask(
            HTTPRequest(
                .post, endpoint, headers: headers, body: Array(signed.text().utf8), sizeLimit: Self.sizeLimit),
            isLogin: true)
        guard let text = answer["token"]?.asString else {
            throw .badToken(domain: domain.text, reason: "there is none in the answer")
        }
        do throws(AccessTokenError) {
            let token = try AccessToken(text)
            try token.check(
                subject: client.subject, issuers: [domain.origin.host, endpoint.host],
                trustsIssuer: domain.origin.isLoopback, homeDomain: domain.text,
                clientDomain: client.clientDomain?.text,
                at: now)
            return token
        } catch {
            throw .badToken(domain: domain.text, reason: error.message)
        }
    }
}
