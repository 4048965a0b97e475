// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// A request to sign a message with a key of another chain than Stellar: of kind `message`, with the member `chain`.
///
/// It names no network of Stellar and no signers. Everything but the bytes of the message is an unverified claim.
package struct ChainRequest: Hashable, Sendable {
    package let id: RequestID
    package let message: ChainMessage
    package let created: Timestamp?
    /// Unverified hints; a reader accepts any object and uses what it knows.
    package let hints: JSONObject

    package init(id: RequestID, message: ChainMessage, created: Timestamp? = nil, hints: JSONObject = JSONObject()) {
        self.id = id
        self.message = message
        self.created = created
        self.hints = hints
    }
}

extension ChainRequest {
    /// The keys that a request for Stellar also has keep their numbers.
    private enum Key {
        static let id: UInt64 = 1
        static let message: UInt64 = 5
        static let created: UInt64 = 8
        static let hints: UInt64 = 9
        static let chain: UInt64 = 10
        static let address: UInt64 = 11
        static let scheme: UInt64 = 12
        static let origin: UInt64 = 13
        static let purpose: UInt64 = 14
        static let expires: UInt64 = 15
        static let all: Set = [id, message, created, hints, chain, address, scheme, origin, purpose, expires]
    }

    /// Whether an item of the type is for another chain.
    static func isOne(_ item: CBOR) -> Bool { item.asMap?[.unsigned(Key.chain)] != nil }

    init(cbor item: CBOR) throws(HandoffError) {
        let fields = try CBORFields(item, known: Key.all)
        self.init(
            id: try fields.requestID(Key.id),
            message: try ChainMessage(
                chain: try fields.text(Key.chain, "chain", limit: Limits.domain),
                address: try fields.text(Key.address, "address", limit: Limits.domain),
                scheme: try fields.text(Key.scheme, "scheme", limit: Limits.domain),
                origin: try fields.text(Key.origin, "origin", limit: Limits.endpoint),
                purpose: try fields.text(Key.purpose, "purpose", limit: Limits.note),
                expires: try fields.time(Key.expires, "expires"),
                bytes: try MessageContent(cbor: try fields.item(Key.message, "message")).bytes),
            created: try fields.time(Key.created, "created"), hints: try fields.hints(Key.hints))
    }

    private var cborItem: CBOR {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.id): .bytes(id.bytes), .unsigned(Key.chain): .text(message.network.caip2),
            .unsigned(Key.address): .text(message.address.text), .unsigned(Key.scheme): .text(message.scheme.rawValue),
            .unsigned(Key.origin): .text(message.origin), .unsigned(Key.purpose): .text(message.purpose),
            .unsigned(Key.message): String(validating: message.bytes, as: UTF8.self).map { .text($0) }
                ?? .bytes(message.bytes),
        ]
        members[.unsigned(Key.expires)] = message.expires.map { .unsigned($0.seconds) }
        members[.unsigned(Key.created)] = created.map { .unsigned($0.seconds) }
        if hints.count > 0 { members[.unsigned(Key.hints)] = .text(JSON.object(hints).text()) }
        return .map(members)
    }

    /// The request as a UR, for a QR code: of the same type as a request for Stellar.
    package var ur: UR { UR(type: SigningRequest.format, message: cborItem.encoded) }
}

extension ChainRequest {
    private static let members: Set = [
        "format", "version", "id", "kind", "chain", "address", "scheme", "origin", "purpose", "message",
        "message_base64", "expires", "created", "hints",
    ]
    /// Members of a request for Stellar that could make two readers disagree about what is signed.
    private static let foreign = ["network_passphrase", "envelope", "challenge", "signers", "note"]

    /// Whether a document of the format is for another chain.
    static func isOne(_ document: JSON) -> Bool { document["chain"] != nil }

    /// Reads a document of version 1; an unknown field is an error.
    package init(json document: JSON) throws(HandoffError) {
        try JSONFields.checkVersion(of: document)
        for name in Self.foreign where document[name] != nil {
            throw .field(name, .notHere(because: "the request is for another chain than Stellar"))
        }
        let fields = try JSONFields(document, known: Self.members)
        let id = try fields.requestID("id")
        guard try fields.string("kind", limit: 64) == SigningRequest.Kind.message.rawValue else {
            throw .field("kind", .malformed(expected: "message, the only kind for another chain than Stellar"))
        }
        self.init(
            id: id,
            message: try ChainMessage(
                chain: try fields.string("chain", limit: Limits.domain),
                address: try fields.string("address", limit: Limits.domain),
                scheme: try fields.string("scheme", limit: Limits.domain),
                origin: try fields.string("origin", limit: Limits.endpoint),
                purpose: try fields.string("purpose", limit: Limits.note), expires: try fields.time("expires"),
                bytes: try MessageContent(fields).bytes),
            created: try fields.time("created"), hints: try fields.object("hints", limit: Limits.hints))
    }

    /// The document, with its members in the specified order.
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("format", .string(SigningRequest.format)), ("version", 1), ("id", .string(id.text)),
            ("kind", .string(SigningRequest.Kind.message.rawValue)), ("chain", .string(message.network.caip2)),
            ("address", .string(message.address.text)), ("scheme", .string(message.scheme.rawValue)),
            ("origin", .string(message.origin)), ("purpose", .string(message.purpose)),
            String(validating: message.bytes, as: UTF8.self).map { ("message", .string($0)) }
                ?? ("message_base64", .string(Base64.encode(message.bytes))),
        ]
        if let expires = message.expires { members.append(("expires", .string(expires.rfc3339))) }
        if let created { members.append(("created", .string(created.rfc3339))) }
        members.append(("hints", .object(hints)))
        return .object(JSONObject(members))
    }
}

extension ChainMessage {
    /// A message from the fields of a document, which have to fit each other.
    init(
        chain: String, address: String, scheme: String, origin: String, purpose: String, expires: Timestamp?,
        bytes: [UInt8]
    ) throws(HandoffError) {
        guard let network = ChainNetwork(caip2: chain) else {
            throw .field(
                "chain",
                .malformed(expected: "one of \(ChainNetwork.allCases.map(\.caip2).joined(separator: ", "))"))
        }
        guard let address = ChainAddress(address, on: network) else {
            throw .field("address", .malformed(expected: "an address of \(network.title)"))
        }
        guard let only = MessageScheme(of: network.chain), only.rawValue == scheme else {
            let name = MessageScheme(of: network.chain)?.rawValue ?? ""
            throw .field("scheme", .malformed(expected: "\(name), the only one for \(network.title)"))
        }
        guard !origin.isEmpty else { throw .field("origin", .malformed(expected: "a web origin")) }
        self.init(
            network: network, address: address, scheme: only, origin: origin, purpose: purpose, expires: expires,
            bytes: bytes)
    }
}
