// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import StellarXDR
import XDR

extension TransactionEnvelope {
    /// The hash a signer signs: SHA-256 of the network id, the envelope's tag and the transaction.
    ///
    /// - Parameter network: another network gives a valid-looking but useless signature.
    /// - Source: stellar-xdr `TransactionSignaturePayload`; version 0 is hashed as the version 1 that it becomes.
    package func hash(on network: Network) -> TransactionHash {
        switch self {
        case .txV0(let envelope): envelope.tx.v1.hash(on: network)
        case .tx(let envelope): envelope.tx.hash(on: network)
        case .txFeeBump(let envelope): envelope.tx.hash(on: network)
        }
    }
}

extension Transaction {
    /// See `TransactionEnvelope.hash(on:)`.
    package func hash(on network: Network) -> TransactionHash {
        TransactionHash.of(network, .tx, self)
    }
}

extension FeeBumpTransaction {
    /// See `TransactionEnvelope.hash(on:)`.
    package func hash(on network: Network) -> TransactionHash {
        TransactionHash.of(network, .txFeeBump, self)
    }
}

extension TransactionHash {
    /// Encodes the payload once, into one buffer, and hashes it there.
    fileprivate static func of(_ network: Network, _ tag: EnvelopeType, _ value: some XDRCodable) -> TransactionHash {
        // Room for a hundred payments, so that the buffer need not grow.
        var writer = XDRWriter(capacity: 8192)
        network.id.encode(into: &writer)
        tag.encode(into: &writer)
        value.encode(into: &writer)
        return TransactionHash(writer.withBytes { bytes in Hash { SHA256.hash(bytes, into: $0) } })
    }
}
