// SPDX-License-Identifier: Apache-2.0

package import Stellar

extension ChainRequest {
    /// Keys of `sol-sign-request`.
    private enum SolanaKey {
        static let id: UInt64 = 1
        static let signData: UInt64 = 2
        static let path: UInt64 = 3
        static let address: UInt64 = 4
        static let origin: UInt64 = 5
        static let signType: UInt64 = 6
        /// The type of a message, which the device signs as it is.
        static let message: UInt64 = 2
    }

    /// Keys of `eth-sign-request`.
    private enum EthereumKey {
        static let id: UInt64 = 1
        static let signData: UInt64 = 2
        static let dataType: UInt64 = 3
        static let chainID: UInt64 = 4
        static let path: UInt64 = 5
        static let address: UInt64 = 6
        static let origin: UInt64 = 7
        /// The type of a message, which the device signs as in EIP-191.
        static let personalMessage: UInt64 = 3
    }

    /// The request for a Keystone, or for what reads its codes.
    ///
    /// - Parameters:
    ///   - path: nil for the first account of the chain.
    ///   - fingerprint: the device's master fingerprint.
    /// - Source: EIP-4527 for Ethereum; KeystoneHQ/keystone-sdk-base, `ur-registry-sol`, for Solana.
    package func keystoneUR(path: DerivationPath?, fingerprint: UInt32?) -> UR {
        let path = path ?? .first(of: message.network.chain)
        let origin = Keystone.Origin(path: path, fingerprint: fingerprint).cbor()
        let id = CBOR.tagged(Keystone.Tag.uuid, .bytes(id.bytes))
        switch message.address {
        case .solana(let address):
            let members: [CBOR: CBOR] = [
                .unsigned(SolanaKey.id): id, .unsigned(SolanaKey.signData): .bytes(message.bytes),
                .unsigned(SolanaKey.path): origin, .unsigned(SolanaKey.address): .bytes(address.publicKey),
                .unsigned(SolanaKey.origin): .text(message.origin),
                .unsigned(SolanaKey.signType): .unsigned(SolanaKey.message),
            ]
            return UR(type: Keystone.solanaRequest, message: CBOR.map(members).encoded)
        case .eip155(let address):
            let members: [CBOR: CBOR] = [
                .unsigned(EthereumKey.id): id, .unsigned(EthereumKey.signData): .bytes(message.bytes),
                .unsigned(EthereumKey.dataType): .unsigned(EthereumKey.personalMessage),
                .unsigned(EthereumKey.chainID): .unsigned(message.network.number),
                .unsigned(EthereumKey.path): origin, .unsigned(EthereumKey.address): .bytes(address.bytes),
                .unsigned(EthereumKey.origin): .text(message.origin),
            ]
            return UR(type: Keystone.ethereumRequest, message: CBOR.map(members).encoded)
        }
    }
}

extension ChainNetwork {
    /// The number of an eip155 network; 0 for Solana, which has none.
    fileprivate var number: UInt64 { UInt64(caip2.drop { $0 != ":" }.dropFirst()) ?? 0 }
}

extension DerivationPath {
    /// The path of a chain's first account, as most wallets derive it.
    fileprivate static func first(of chain: Chain) -> DerivationPath {
        let text =
            switch chain {
            case .stellar: "m/44'/148'/0'"
            case .solana: "m/44'/501'/0'/0'"
            case .eip155: "m/44'/60'/0'/0/0"
            }
        guard let path = DerivationPath(text) else { preconditionFailure("a path") }
        return path
    }
}

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
