// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Handoff
import Secp256k1Kit
package import Stellar

/// The signer's response to a request of the frame.
package struct RampResponse: Hashable, Sendable {
    package let id: RequestID
    package let hash: TransactionHash
    package let network: ChainNetwork
    package let address: ChainAddress
    package let scheme: MessageScheme
    /// 64 bytes for Solana, 65 for eip155.
    package let signature: [UInt8]

    package init(
        id: RequestID, hash: TransactionHash, network: ChainNetwork, address: ChainAddress, scheme: MessageScheme,
        signature: [UInt8]
    ) {
        self.id = id
        self.hash = hash
        self.network = network
        self.address = address
        self.scheme = scheme
        self.signature = signature
    }

    /// The signer's response.
    package init(_ response: ChainResponse) {
        self.init(
            id: response.id, hash: response.hash, network: response.network, address: response.address,
            scheme: MessageScheme(of: response.network.chain) ?? .solanaRaw, signature: response.signature.bytes)
    }

    /// A device's signature, which names neither content nor address: it is taken as the response to this request, and
    /// has to be valid for it.
    ///
    /// - Returns: nil if the device names another request.
    package init?(_ signature: ChainDeviceSignature, to request: RampRequest) {
        guard signature.id == nil || signature.id == request.id else { return nil }
        let message = request.message
        self.init(
            id: request.id, hash: message.hash, network: message.network, address: message.address,
            scheme: message.scheme, signature: signature.signature.bytes)
    }

    /// Checks everything about the response that does not depend on the time.
    func check(against request: RampRequest) throws(RampResponseError) {
        let message = request.message
        guard id == request.id else { throw .otherRequest }
        guard network == message.network, scheme == message.scheme else { throw .otherNetwork(network) }
        guard address == message.address else { throw .otherAddress(address) }
        guard hash == message.hash else { throw .otherMessage }
        guard isValid(over: message.bytes) else { throw .invalidSignature }
    }

    private func isValid(over bytes: [UInt8]) -> Bool {
        switch address {
        case .solana(let address):
            return Ed25519.verify(signature, message: bytes, publicKey: address.publicKey)
        case .eip155(let address):
            guard let key = Secp256k1.recoverPublicKey(signature, of: EIP191.hash(bytes)) else { return false }
            return EthereumAddress(publicKey: key) == address
        }
    }

    /// The signature as the frame gets it. No public source says which form Meso verifies: this is what the wallets of
    /// each chain give.
    ///
    /// - Source: RAMP-FACTS §0.
    var text: String {
        switch address.chain {
        case .solana, .stellar: Base58.encode(signature)
        case .eip155: "0x" + Hex.encode(signature)
        }
    }
}

/// The frame's request for a signature, as it goes to the signer.
package struct RampRequest: Hashable, Sendable {
    package let id: RequestID
    /// Its `expires` is when the desk stops accepting a response. How long Meso waits is not known.
    package let message: ChainMessage
    package let created: Timestamp

    package init(id: RequestID, message: ChainMessage, created: Timestamp) {
        self.id = id
        self.message = message
        self.created = created
    }

    /// The request as it crosses the gap.
    package var handoff: ChainRequest { ChainRequest(id: id, message: message, created: created) }

    /// Whether its time is over.
    package func isExpired(at now: Timestamp) -> Bool { message.expires.map { now >= $0 } ?? false }
}

/// Why a response does not count. The open request stays open.
package enum RampResponseError: Fault, Hashable {
    case noRequest
    /// The request with this id was answered, refused or replaced.
    case over
    case otherRequest
    case otherNetwork(ChainNetwork)
    case otherAddress(ChainAddress)
    case otherMessage
    case invalidSignature
    case expired

    package var kind: FaultKind {
        switch self {
        case .noRequest, .over, .expired: .refused
        case .otherRequest, .otherNetwork, .otherAddress, .otherMessage, .invalidSignature: .badInput
        }
    }

    package var message: String {
        switch self {
        case .noRequest: "no request is open: Meso is not waiting for a signature"
        case .over: "the response is to a request that no longer counts"
        case .otherRequest: "the response is to another request"
        case .otherNetwork(let network): "the response is for another network: \(network.title)"
        case .otherAddress(let address): "the response is of another address: \(address.text)"
        case .otherMessage: "the response is to another message"
        case .invalidSignature: "the signature is not valid for the message and the address"
        case .expired: "the request has expired: the response came too late"
        }
    }

    package var hint: Wording? {
        switch self {
        case .noRequest, .over, .expired: "continue on the page: Meso asks again, and a new request is shown"
        case .otherRequest, .otherNetwork, .otherAddress, .otherMessage, .invalidSignature:
            "scan the response to the request that is shown now"
        }
    }
}
