// SPDX-License-Identifier: Apache-2.0

import Chains
import Stellar
package import TextCodec

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
        guard let id = RequestID(try fields.string("id", limit: 64)) else {
            throw .field("id", .malformed(expected: "a UUID"))
        }
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
