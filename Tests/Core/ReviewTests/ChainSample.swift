// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar

/// Messages for other chains, as a ramp asks for them.
enum ChainSample {
    static let solana = address("HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", .solana)
    static let other = address("11111111111111111111111111111111", .solana)
    static let ethereum = address("0x9858EfFD232B4033E47d90003D41EC34EcaEda94", .ethereum)

    private static func address(_ text: String, _ network: ChainNetwork) -> ChainAddress {
        guard let address = ChainAddress(text, on: network) else { preconditionFailure("a test's address") }
        return address
    }

    static func message(
        _ text: String = "Verify wallet ownership\nnonce: 12345", to address: ChainAddress = solana,
        origin: String = "https://transfer.meso.network", expires: Timestamp? = nil
    ) -> ChainMessage {
        let network: ChainNetwork = address.chain == .solana ? .solana : .ethereum
        return ChainMessage(
            network: network, address: address, scheme: address.chain == .solana ? .solanaRaw : .eip191,
            origin: origin, purpose: "wallet verification", expires: expires, bytes: Array(text.utf8))
    }
}

extension Scenario {
    /// A message for another chain, to be signed with a key.
    mutating func ask(_ message: ChainMessage, of key: SigningKey? = SigningKey(.other(ChainSample.solana))) {
        subject = .chainMessage(message)
        setUp = {
            $0.key = key
            $0.claims.kind = .message
            $0.claims.request = "0f8fad5b-d9cb-469f-a165-70867728950e"
        }
    }
}
