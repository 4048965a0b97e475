// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

extension SigningRequest {
    private static let members: Set = [
        "format", "version", "id", "kind", "network_passphrase", "envelope", "challenge", "message", "message_base64",
        "authorization", "signers", "note", "created", "hints",
    ]

    /// Reads a document of version 1; an unknown field is an error.
    package init(json document: JSON) throws(HandoffError) {
        try JSONFields.checkVersion(of: document)
        let fields = try JSONFields(document, known: Self.members)
        guard let id = RequestID(try fields.string("id", limit: 64)) else {
            throw .field("id", .malformed(expected: "a UUID"))
        }
        guard let kind = Kind(rawValue: try fields.string("kind", limit: 64)) else {
            throw .field("kind", .malformed(expected: "one of transaction, challenge, message and authorization"))
        }
        self.init(
            id: id, networkPassphrase: try fields.string("network_passphrase", limit: Limits.networkPassphrase),
            content: try Self.content(fields, kind),
            signers: try fields.accounts("signers", limit: Limits.signers),
            note: try fields.optionalString("note", limit: Limits.note), created: try fields.time("created"),
            hints: try fields.object("hints", limit: Limits.hints))
        guard !networkPassphrase.isEmpty else {
            throw .field("network_passphrase", .malformed(expected: "a passphrase"))
        }
    }

    private static func content(_ fields: JSONFields, _ kind: Kind) throws(HandoffError) -> Content {
        let strangers =
            switch kind {
            case .transaction: ["challenge", "message", "message_base64", "authorization"]
            case .challenge: ["message", "message_base64", "authorization"]
            case .message: ["envelope", "challenge", "authorization"]
            case .authorization: ["envelope", "message", "message_base64"]
            }
        for name in strangers where fields.has(name) { throw .field(name, .notHere(because: "the kind is \(kind)")) }
        switch kind {
        case .transaction: return .transaction(try envelope(fields))
        case .challenge: return .challenge(try envelope(fields), try ChallengeClaims(fields))
        case .message: return .message(try MessageContent(fields))
        case .authorization:
            var asked = try AuthorizationRequest(fields)
            if fields.has("challenge") { asked.challenge = try ChallengeClaims(fields) }
            return .authorization(asked)
        }
    }

    private static func envelope(_ fields: JSONFields) throws(HandoffError) -> TransactionEnvelope {
        try EnvelopeReader.read(try fields.base64("envelope", limit: Limits.envelope), field: "envelope")
    }

    /// The document, with its members in the specified order.
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("format", .string(Self.format)), ("version", 1), ("id", .string(id.text)),
            ("kind", .string(kind.rawValue)), ("network_passphrase", .string(networkPassphrase)),
        ]
        switch content {
        case .transaction(let envelope):
            members.append(("envelope", .string(Base64.encode(envelope.xdr))))
        case .challenge(let envelope, let claims):
            members.append(("envelope", .string(Base64.encode(envelope.xdr))))
            members.append(("challenge", claims.json))
        case .message(let message):
            members.append(message.member)
        case .authorization(let asked):
            if let claims = asked.challenge { members.append(("challenge", claims.json)) }
            members.append(("authorization", asked.json))
        }
        members.append(("signers", .array(signers.map { .string($0.address) })))
        if let note { members.append(("note", .string(note))) }
        if let created { members.append(("created", .string(created.rfc3339))) }
        members.append(("hints", .object(hints)))
        return .object(JSONObject(members))
    }
}

extension ChallengeClaims {
    fileprivate init(_ request: JSONFields) throws(HandoffError) {
        let name = "challenge"
        let fields = try request.fields(
            name, known: ["home_domain", "web_auth_domain", "web_auth_endpoint", "signing_key", "client_domain"])
        do throws(HandoffError) {
            self.init(
                homeDomain: try fields.string("home_domain", limit: Limits.domain),
                webAuthDomain: try fields.string("web_auth_domain", limit: Limits.domain),
                webAuthEndpoint: try fields.string("web_auth_endpoint", limit: Limits.endpoint),
                signingKey: try fields.account("signing_key"),
                clientDomain: try fields.optionalString("client_domain", limit: Limits.domain))
        } catch {
            throw error.inside(name)
        }
    }

    fileprivate var json: JSON {
        var members: [(String, JSON)] = [
            ("home_domain", .string(homeDomain)), ("web_auth_domain", .string(webAuthDomain)),
            ("web_auth_endpoint", .string(webAuthEndpoint)), ("signing_key", .string(signingKey.address)),
        ]
        if let clientDomain { members.append(("client_domain", .string(clientDomain))) }
        return .object(JSONObject(members))
    }
}

extension MessageContent {
    init(_ fields: JSONFields) throws(HandoffError) {
        switch (fields.has("message"), fields.has("message_base64")) {
        case (true, false):
            self.init(text: try fields.string("message", limit: Limits.message))
        case (false, true):
            let bytes = try fields.base64("message_base64", limit: Limits.message)
            guard bytes.count <= Limits.message else { throw .field("message_base64", .tooLong(limit: Limits.message)) }
            self.init(bytes: bytes)
        case (true, true):
            throw .field("message_base64", .notHere(because: "\"message\" is there"))
        case (false, false):
            throw .field("message", .missing)
        }
    }

    fileprivate var member: (String, JSON) {
        text.map { ("message", .string($0)) } ?? ("message_base64", .string(Base64.encode(bytes)))
    }
}
