// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
import StellarXDR

/// The signer's response to a request for another chain than Stellar: one signature.
package struct ChainResponse: Hashable, Sendable {
    /// The request's id.
    package let id: RequestID
    /// What identifies the message, see `ChainMessage.hash`.
    package let hash: TransactionHash
    package let network: ChainNetwork
    package let address: ChainAddress
    package let signature: ChainSignature

    /// - Precondition: the address and the signature are of the network's chain.
    package init(
        id: RequestID, hash: TransactionHash, network: ChainNetwork, address: ChainAddress, signature: ChainSignature
    ) {
        precondition(address.chain == network.chain && signature.chain == network.chain, "all are of one chain")
        self.id = id
        self.hash = hash
        self.network = network
        self.address = address
        self.signature = signature
    }

    /// The response with which a request is answered.
    ///
    /// - Precondition: the signature is of the message's chain.
    package init(to request: ChainRequest, _ signature: ChainSignature) {
        let message = request.message
        self.init(
            id: request.id, hash: message.hash, network: message.network, address: message.address,
            signature: signature)
    }
}

extension ChainResponse {
    private static let members: Set = ["format", "version", "id", "hash", "chain", "address", "signature"]

    /// Whether a document of the format is for another chain.
    static func isOne(_ document: JSON) -> Bool { document["chain"] != nil }

    /// Reads a document of version 1; an unknown field is an error.
    package init(json document: JSON) throws(HandoffError) {
        try JSONFields.checkVersion(of: document)
        let fields = try JSONFields(document, known: Self.members)
        let id = try fields.requestID("id")
        guard let hash = TransactionHash(hex: try fields.string("hash", limit: 64)) else {
            throw .field("hash", .malformed(expected: "64 hexadecimal digits"))
        }
        try self.init(
            id: id, hash: hash, chain: try fields.string("chain", limit: Limits.domain),
            address: try fields.string("address", limit: Limits.domain),
            signature: try fields.string("signature", limit: Limits.domain))
    }

    private init(
        id: RequestID, hash: TransactionHash, chain: String, address: String, signature: String
    ) throws(HandoffError) {
        guard let network = ChainNetwork(caip2: chain) else {
            throw .field("chain", .malformed(expected: "a network that Coldstar signs messages for"))
        }
        guard let address = ChainAddress(address, on: network) else {
            throw .field("address", .malformed(expected: "an address of \(network.title)"))
        }
        guard let signature = ChainSignature(signature, chain: network.chain) else {
            throw .field("signature", .malformed(expected: "a signature of \(network.title)"))
        }
        self.init(id: id, hash: hash, network: network, address: address, signature: signature)
    }

    /// The document, with its members in the specified order.
    package var json: JSON {
        [
            "format": .string(SigningResponse.format), "version": 1, "id": .string(id.text),
            "hash": .string(hash.hex), "chain": .string(network.caip2), "address": .string(address.text),
            "signature": .string(signature.text),
        ]
    }

    /// The keys that a response for Stellar also has keep their numbers.
    private enum Key {
        static let id: UInt64 = 1
        static let hash: UInt64 = 2
        static let chain: UInt64 = 4
        static let address: UInt64 = 5
        static let signature: UInt64 = 6
        static let all: Set = [id, hash, chain, address, signature]
    }

    /// Whether an item of the type is for another chain.
    static func isOne(_ item: CBOR) -> Bool { item.asMap?[.unsigned(Key.chain)] != nil }

    init(cbor item: CBOR) throws(HandoffError) {
        let fields = try CBORFields(item, known: Key.all)
        guard let hash = Hash(try fields.bytes(Key.hash, "hash", limit: 32)) else {
            throw .field("hash", .malformed(expected: "32 bytes"))
        }
        try self.init(
            id: try fields.requestID(Key.id), hash: TransactionHash(hash),
            chain: try fields.text(Key.chain, "chain", limit: Limits.domain),
            address: try fields.text(Key.address, "address", limit: Limits.domain),
            signature: try fields.text(Key.signature, "signature", limit: Limits.domain))
    }

    /// The response as a UR, for a QR code: of the same type as a response for Stellar.
    package var ur: UR {
        let members: [CBOR: CBOR] = [
            .unsigned(Key.id): .bytes(id.bytes), .unsigned(Key.hash): .bytes(hash.bytes),
            .unsigned(Key.chain): .text(network.caip2), .unsigned(Key.address): .text(address.text),
            .unsigned(Key.signature): .text(signature.text),
        ]
        return UR(type: SigningResponse.format, message: CBOR.map(members).encoded)
    }
}
