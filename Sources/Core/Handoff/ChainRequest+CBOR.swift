// SPDX-License-Identifier: Apache-2.0

import Chains
import Stellar
import TextCodec

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
