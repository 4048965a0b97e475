// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A request of the online side to the signer.
///
/// Everything but the content is an unverified hint: the signer decides from its bytes alone what it is.
package struct SigningRequest: Hashable, Sendable {
    /// The name of the format in JSON, and the type of its UR.
    package static let format = "coldstar-request"

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transaction, challenge, message, authorization

        /// As part of a sentence: `an authorization entry`.
        package var words: String {
            switch self {
            case .transaction: "a transaction"
            case .challenge: "a challenge"
            case .message: "a message"
            case .authorization: "an authorization entry"
            }
        }
    }

    package indirect enum Content: Hashable, Sendable {
        case transaction(TransactionEnvelope)
        case challenge(TransactionEnvelope, ChallengeClaims)
        case message(MessageContent)
        case authorization(AuthorizationRequest)
    }

    package var id: RequestID
    package var networkPassphrase: String
    package var content: Content
    /// The accounts that should sign; empty if the online side does not know.
    package var signers: [PublicKey]
    package var note: String?
    package var created: Timestamp?
    /// Unverified hints such as balances and names; a reader accepts any object and uses what it knows.
    package var hints: JSONObject

    package init(
        id: RequestID, networkPassphrase: String, content: Content, signers: [PublicKey] = [], note: String? = nil,
        created: Timestamp? = nil, hints: JSONObject = JSONObject()
    ) {
        self.id = id
        self.networkPassphrase = networkPassphrase
        self.content = content
        self.signers = signers
        self.note = note
        self.created = created
        self.hints = hints
    }

    package var network: Network { Network(passphrase: networkPassphrase) }

    package var kind: Kind {
        switch content {
        case .transaction: .transaction
        case .challenge: .challenge
        case .message: .message
        case .authorization: .authorization
        }
    }

    /// The envelope that is signed; nil for a message and an authorization entry.
    package var envelope: TransactionEnvelope? {
        switch content {
        case .transaction(let envelope), .challenge(let envelope, _): envelope
        case .message, .authorization: nil
        }
    }

    /// The hints, as far as they are understood.
    package var hinted: RequestHints { RequestHints(.object(hints)) }

    /// The request with another envelope (a signed one); unchanged for a message and an authorization entry.
    package func replacing(envelope: TransactionEnvelope) -> SigningRequest {
        var copy = self
        switch content {
        case .transaction: copy.content = .transaction(envelope)
        case .challenge(_, let claims): copy.content = .challenge(envelope, claims)
        case .message, .authorization: break
        }
        return copy
    }
}

extension SigningRequest {
    private enum Key {
        static let id: UInt64 = 1
        static let networkPassphrase: UInt64 = 2
        static let envelope: UInt64 = 3
        static let challenge: UInt64 = 4
        static let message: UInt64 = 5
        static let signers: UInt64 = 6
        static let note: UInt64 = 7
        static let created: UInt64 = 8
        static let hints: UInt64 = 9
        /// 10 to 15 belong to requests for other chains.
        static let authorization: UInt64 = 16
        static let all = Set(id...hints).union([authorization])
    }

    /// Reads the message of a UR of type `format`, see `init(cbor:)` of an item.
    package init(cbor bytes: [UInt8]) throws(HandoffError) { try self.init(cbor: try CBOR(handoff: bytes)) }

    /// Reads a request as an item. The content gives the kind: an envelope, one with a challenge, a message, or an
    /// authorization.
    init(cbor item: CBOR) throws(HandoffError) {
        let fields = try CBORFields(item, known: Key.all)
        self.init(
            id: try fields.requestID(Key.id),
            networkPassphrase: try fields.text(
                Key.networkPassphrase, "network_passphrase", limit: Limits.networkPassphrase),
            content: try Self.content(fields),
            signers: try fields.accounts(Key.signers, "signers", limit: Limits.signers),
            note: try fields.optionalText(Key.note, "note", limit: Limits.note),
            created: try fields.time(Key.created, "created"),
            hints: try fields.hints(Key.hints))
        guard !networkPassphrase.isEmpty else {
            throw .field("network_passphrase", .malformed(expected: "a passphrase"))
        }
    }

    private static func content(_ fields: CBORFields) throws(HandoffError) -> Content {
        if let item = fields[Key.authorization] {
            for (key, name) in [(Key.envelope, "envelope"), (Key.message, "message")] where fields[key] != nil {
                throw .field(name, .notHere(because: "\"authorization\" is there"))
            }
            var asked = try AuthorizationRequest(cbor: item)
            asked.challenge = try fields[Key.challenge].map { item throws(HandoffError) in
                try ChallengeClaims(cbor: item)
            }
            return .authorization(asked)
        }
        let others = [(Key.envelope, "envelope"), (Key.challenge, "challenge")]
        if let message = fields[Key.message] {
            for (key, name) in others where fields[key] != nil {
                throw .field(name, .notHere(because: "\"message\" is there"))
            }
            return .message(try MessageContent(cbor: message))
        }
        let bytes = try fields.bytes(Key.envelope, "envelope", limit: Limits.envelope)
        let envelope = try EnvelopeReader.read(bytes, field: "envelope")
        guard let challenge = fields[Key.challenge] else { return .transaction(envelope) }
        return .challenge(envelope, try ChallengeClaims(cbor: challenge))
    }

    /// The message of a UR of type `format`.
    package var cbor: [UInt8] { cborItem.encoded }

    var cborItem: CBOR {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.id): .bytes(id.bytes), .unsigned(Key.networkPassphrase): .text(networkPassphrase),
        ]
        switch content {
        case .transaction(let envelope):
            members[.unsigned(Key.envelope)] = .bytes(envelope.xdr)
        case .challenge(let envelope, let claims):
            members[.unsigned(Key.envelope)] = .bytes(envelope.xdr)
            members[.unsigned(Key.challenge)] = claims.cbor
        case .message(let message):
            members[.unsigned(Key.message)] = message.cbor
        case .authorization(let asked):
            members[.unsigned(Key.authorization)] = asked.cbor
            members[.unsigned(Key.challenge)] = asked.challenge?.cbor
        }
        if !signers.isEmpty { members[.unsigned(Key.signers)] = .array(signers.map { .bytes($0.key.bytes) }) }
        members[.unsigned(Key.note)] = note.map { .text($0) }
        members[.unsigned(Key.created)] = created.map { .unsigned($0.seconds) }
        if hints.count > 0 { members[.unsigned(Key.hints)] = .text(JSON.object(hints).text()) }
        return .map(members)
    }

    /// The request as a UR, for a QR code.
    package var ur: UR { UR(type: Self.format, message: cbor) }
}

extension ChallengeClaims {
    private enum Key {
        static let homeDomain: UInt64 = 1
        static let webAuthDomain: UInt64 = 2
        static let webAuthEndpoint: UInt64 = 3
        static let signingKey: UInt64 = 4
        static let clientDomain: UInt64 = 5
        static let all = Set(homeDomain...clientDomain)
    }

    fileprivate init(cbor item: CBOR) throws(HandoffError) {
        let name = "challenge"
        let fields = try CBORFields(item, known: Key.all, field: name)
        do throws(HandoffError) {
            self.init(
                homeDomain: try fields.text(Key.homeDomain, "home_domain", limit: Limits.domain),
                webAuthDomain: try fields.text(Key.webAuthDomain, "web_auth_domain", limit: Limits.domain),
                webAuthEndpoint: try fields.text(Key.webAuthEndpoint, "web_auth_endpoint", limit: Limits.endpoint),
                signingKey: try fields.account(Key.signingKey, "signing_key"),
                clientDomain: try fields.optionalText(Key.clientDomain, "client_domain", limit: Limits.domain))
        } catch {
            throw error.inside(name)
        }
    }

    fileprivate var cbor: CBOR {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.homeDomain): .text(homeDomain), .unsigned(Key.webAuthDomain): .text(webAuthDomain),
            .unsigned(Key.webAuthEndpoint): .text(webAuthEndpoint),
            .unsigned(Key.signingKey): .bytes(signingKey.key.bytes),
        ]
        members[.unsigned(Key.clientDomain)] = clientDomain.map { .text($0) }
        return .map(members)
    }
}

extension MessageContent {
    /// Text or bytes, by the type of the item.
    init(cbor item: CBOR) throws(HandoffError) {
        switch item {
        case .text(let text): self.init(text: text)
        case .bytes(let bytes): self.init(bytes: bytes)
        default: throw .field("message", .wrongType(expected: "a text or bytes"))
        }
        guard bytes.count <= Limits.message else { throw .field("message", .tooLong(limit: Limits.message)) }
    }

    fileprivate var cbor: CBOR { text.map { .text($0) } ?? .bytes(bytes) }
}

extension SigningRequest {
    /// Checks that it does not declare a login as a transaction: the signer, which goes by the bytes alone, refuses
    /// such a request.
    package func checkKind() throws(Failure) {
        guard case .transaction(let envelope) = content, case .transaction(let transaction) = envelope.content,
            transaction.hasShapeOfChallenge
        else { return }
        throw Failure(
            .badInput, "this is a login's challenge, and a request for one says where it comes from",
            hint:
                "to sign the challenge as it is: \(step: .sign(.sign)); to fetch one, checked: \(step: .build(.challenge))"
        )
    }
}

extension SigningRequest {
    private static let members: Set = [
        "format", "version", "id", "kind", "network_passphrase", "envelope", "challenge", "message", "message_base64",
        "authorization", "signers", "note", "created", "hints",
    ]

    /// Reads a document of version 1; an unknown field is an error.
    package init(json document: JSON) throws(HandoffError) {
        try JSONFields.checkVersion(of: document)
        let fields = try JSONFields(document, known: Self.members)
        let id = try fields.requestID("id")
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
