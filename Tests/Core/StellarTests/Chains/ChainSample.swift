// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Requests of the ramp with the keys of `ramp-keys.json`, and messages of Solana.
enum ChainSample {
    static let origin = "https://transfer.meso.network"
    static let solana = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    static let ethereum = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
    static let otherSolana = SolanaAddress(publicKey: [UInt8](1...32)).text
    static let otherEthereum = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

    static func message(
        _ bytes: [UInt8], on network: ChainNetwork = .solana, from origin: String = origin
    ) -> ChainMessage {
        let chain = network.chain
        return ChainMessage(
            network: network, address: must { ChainAddress(chain == .solana ? solana : ethereum, chain: chain) },
            scheme: must { MessageScheme(of: chain) }, origin: origin, purpose: "wallet verification", bytes: bytes)
    }

    static func message(
        _ text: String, on network: ChainNetwork = .solana, from origin: String = origin
    ) -> ChainMessage {
        message(Array(text.utf8), on: network, from: origin)
    }

    static let ownKey = must { SolanaAddress(solana) }.publicKey

    /// A transfer: the signer's key, the recipient's, the system program's.
    static func transfer(from key: [UInt8] = ownKey, version: UInt8? = nil) -> [UInt8] {
        let instruction: [UInt8] = [2, 2, 0, 1, 12, 2, 0, 0, 0] + Array(repeating: 1, count: 8)
        let body: [UInt8] =
            [1, 0, 1, 3] + key + Array(1...32) + Array(repeating: 0, count: 32) + Array(33...64) + [1] + instruction
        return version.map { [0x80 | $0] + body + [0] } ?? body
    }

    /// Places for signatures, then the message.
    static func transaction(_ message: [UInt8], signatures: UInt8 = 1) -> [UInt8] {
        [signatures] + Array(repeating: 7, count: Int(signatures) * 64) + message
    }

    static func siws(_ domain: String = "transfer.meso.network", _ address: String = solana, more: String = "")
        -> String
    {
        "\(domain) wants you to sign in with your Solana account:\n\(address)\n\nVerify.\n\n"
            + "URI: https://\(domain)\nVersion: 1\(more)\nNonce: 12345678"
    }

    static func siwe(
        _ domain: String = "transfer.meso.network", _ address: String = ethereum, chainID: String = "1"
    ) -> String {
        "\(domain) wants you to sign in with your Ethereum account:\n\(address)\n\nVerify.\n\n"
            + "URI: https://\(domain)\nVersion: 1\nChain ID: \(chainID)\nNonce: 12345678\nIssued At: 2026-11-21T09:00:00Z"
    }
}
