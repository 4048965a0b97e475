// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec
import XDR

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
