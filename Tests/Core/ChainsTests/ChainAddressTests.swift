// SPDX-License-Identifier: Apache-2.0

import Chains
import Secp256k1Kit
import SodiumKit
import Testing
import TextCodec

@Suite struct ChainAddressTests {
    @Test func `the addresses of the first account of the well-known mnemonic`() throws {
        let solana = try Hex.decode("f036276246a75b9de3349ed42b15e232f6518fc20f5fcd4f1d64e81f9bd258f7")
        #expect(SolanaAddress(publicKey: solana).text == "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk")
        let secret = try SecretBytes(count: 32) { (bytes) throws(SodiumError) in
            bytes.copyBytes(
                from: (try? Hex.decode("1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727")) ?? [])
        }
        let address = EthereumAddress(publicKey: try Secp256k1.publicKey(of: secret))
        #expect(address.text == "0x9858EfFD232B4033E47d90003D41EC34EcaEda94")
        let hash = EIP191.hash(Array("Verify wallet ownership\nnonce: 12345".utf8))
        let signature = try Secp256k1.sign(hash, with: secret)
        #expect(
            Hex.encode(signature)
                == "f344adad54c7c979ac5b9221a6efa3401c38f4c8385942dffefb396c7e33f9880ed440b82f18f46be27811494608b6456f06c5b7c3a857b3e3d94f1b63bcacb81b"
        )
        #expect(Secp256k1.recoverPublicKey(signature, of: hash) == (try Secp256k1.publicKey(of: secret)))
    }
}
