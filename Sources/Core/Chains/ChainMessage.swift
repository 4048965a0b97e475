// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import Stellar
import StellarXDR
import XDR

/// A message that a key of another chain should sign, and who asks for it. Only its bytes are signed; the rest is claimed.
package struct ChainMessage: Hashable, Sendable {
    package let network: ChainNetwork
    package let address: ChainAddress
    package let scheme: MessageScheme
    /// The web origin that asks, such as `https://transfer.meso.network`.
    package let origin: String
    /// What it is for, such as "wallet verification".
    package let purpose: String
    /// The last moment at which the asking page accepts a response; nil if it did not say.
    package let expires: Timestamp?
    package let bytes: [UInt8]

    /// - Precondition: the address and the scheme are of the network's chain.
    package init(
        network: ChainNetwork, address: ChainAddress, scheme: MessageScheme, origin: String, purpose: String,
        expires: Timestamp? = nil, bytes: [UInt8]
    ) {
        precondition(address.chain == network.chain, "the address is of the network's chain")
        precondition(MessageScheme(of: network.chain) == scheme, "a chain has one scheme")
        self.network = network
        self.address = address
        self.scheme = scheme
        self.origin = origin
        self.purpose = purpose
        self.expires = expires
        self.bytes = bytes
    }

    /// What identifies the message: for `solana-raw` its SHA-256, for `eip191` the hash that is signed.
    package var hash: TransactionHash {
        switch scheme {
        case .solanaRaw: TransactionHash(Hash(sha256: bytes))
        case .eip191:
            TransactionHash(Hash(EIP191.hash(bytes)) ?? { preconditionFailure("Keccak-256 has 32 bytes") }())
        }
    }
}
