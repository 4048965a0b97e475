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
    }

    package enum Content: Hashable, Sendable {
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

    /// The transactions in the hints that this one authorizes in advance, nil in place of one that cannot be read; nil for a hint of
    /// another form.
    package var hintedPreauthorizations: [TransactionEnvelope?]? {
        guard let hint = hints["preauthorized"] else { return [] }
        return hint.asArray?.map { element in
            guard let text = element.asString, case .envelope(let envelope)? = try? HandoffInput.recognise(text).content
            else { return nil }
            return envelope
        }
    }

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

    /// Reads a request as an item. The content gives the kind: an envelope, one with a challenge, a message, or an authorization.
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
    /// Checks that it does not declare a login as a transaction: the signer, which goes by the bytes alone, refuses such a request.
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
