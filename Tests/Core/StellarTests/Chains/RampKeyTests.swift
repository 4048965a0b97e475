// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Secp256k1Kit
import Stellar
import Testing

/// The keys and signatures of `ramp-keys.json`.
struct RampKeyTests {
    private static func text(_ json: JSON?) -> String { must { json?.asString } }

    @Test func `a Solana key has the address and makes the signatures of the vectors`() throws {
        let rows = try #require(ChainVectors.keys["solana"])
        let seed = try secret(Self.text(rows["secret_seed_hex"]))
        let publicKey = try Ed25519.publicKey(seed: seed)
        #expect(SolanaAddress(publicKey: publicKey).text == Self.text(rows["address"]))
        for row in try rows.array("messages") {
            let message = ChainSample.message(Self.text(row["message"]))
            #expect(message.fault == nil && message.notices == [])
            #expect(Base58.encode(try Ed25519.sign(message.bytes, seed: seed)) == Self.text(row["signature_base58"]))
            #expect(message.hash.hex == Hex.encode(SHA256.hash(message.bytes)))
        }
    }

    @Test func `an eip155 key has the address and makes the signatures of the vectors`() throws {
        let rows = try #require(ChainVectors.keys["eip155"])
        let key = try secret(Self.text(rows["private_key_hex"]))
        let publicKey = try Secp256k1.publicKey(of: key)
        #expect(EthereumAddress(publicKey: publicKey).text == Self.text(rows["address"]))
        for row in try rows.array("messages") {
            let message = ChainSample.message(Self.text(row["message"]), on: .ethereum)
            #expect(message.fault == nil && message.notices == [])
            let hash = EIP191.hash(message.bytes)
            #expect(Hex.encode(hash) == Self.text(row["personal_sign_hash"]) && message.hash.hex == Hex.encode(hash))
            #expect(Hex.encode(try Secp256k1.sign(hash, with: key)) == Self.text(row["signature"]))
        }
    }
}
