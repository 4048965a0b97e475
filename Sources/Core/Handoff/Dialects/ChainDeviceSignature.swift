// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A device's response to a request for another chain: a signature that names neither content nor address.
package struct ChainDeviceSignature: Hashable, Sendable {
    /// The request's id; nil if the device left it out.
    package let id: RequestID?
    package let signature: ChainSignature

    private enum Key {
        static let id: UInt64 = 1
        static let signature: UInt64 = 2
    }

    package init(id: RequestID?, signature: ChainSignature) {
        self.id = id
        self.signature = signature
    }

    /// Reads the message of a UR `sol-signature` or `eth-signature`. Ignores unknown keys, as wallets do.
    ///
    /// Some devices count the recovery number of an Ethereum signature from 0 instead of 27.
    package init(keystone bytes: [UInt8], chain: Chain) throws(HandoffError) {
        let fields = try CBORFields(try CBOR(handoff: bytes), known: nil)
        id = fields[Key.id] == nil ? nil : try fields.taggedRequestID(Key.id, "request-id")
        var found = try fields.bytes(Key.signature, "signature", limit: 65)
        if chain == .eip155, found.count == 65, found[64] < 2 { found[64] += 27 }
        guard let signature = ChainSignature(found, chain: chain) else {
            throw .field("signature", .malformed(expected: "a signature of \(chain.title)"))
        }
        self.signature = signature
    }

    package var keystoneUR: UR {
        var members: [CBOR: CBOR] = [.unsigned(Key.signature): .bytes(signature.bytes)]
        members[.unsigned(Key.id)] = id.map { .tagged(Keystone.Tag.uuid, .bytes($0.bytes)) }
        return UR(
            type: signature.chain == .solana ? Keystone.solanaSignature : Keystone.ethereumSignature,
            message: CBOR.map(members).encoded)
    }
}
