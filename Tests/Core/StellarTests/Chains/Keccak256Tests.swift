// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

struct Keccak256Tests {
    /// Of the bytes 0, 1, … 250, 0, …: made with PyCryptodome 3. The rate is 136 bytes.
    static let hashes = [
        (0, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        (1, "bc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a"),
        (31, "3e50547cf72e8583ee91462f9d99fe624f53282f78e1a5ec2347b1d0123d0d9b"),
        (32, "8ae1aa597fa146ebd3aa2ceddf360668dea5e526567e92b0321816a4e895bd2d"),
        (134, "861e165162f806cd361c4421a48f205820ddf4deb02db9f041f48e179ddada97"),
        (135, "cbdfd9dee5faad3818d6b06f95a219fd290b0e1706f6a82e5a595b9ce9faca62"),
        (136, "7ce759f1ab7f9ce437719970c26b0a66ff11fe3e38e17df89cf5d29c7d7f807e"),
        (137, "ac73d4fae68b8453f764007c1a20ce95994187861f0c3227a3a8e99a73a3b1db"),
        (271, "27eceb59ebc3dc8a04a5b135be641591a7278540e4556a2ba9f408194e666ec3"),
        (272, "8e2476e65823b24d96ebe239f2c1534cdf763e689e2410c3b1cb0c74e6177bfc"),
        (273, "3f02f134370e4debb95140ef49ddd3aed8c65ff1ed83a43f1b269421f179c5f9"),
        (1000, "af692982e84a5a9688359025660a7857cd28ee7c8d867cfa1677baf2e6d1f63b"),
    ]

    @Test(arguments: hashes) func `hashes inputs of lengths around the rate`(length: Int, hash: String) {
        #expect(Hex.encode(Keccak256.hash((0..<length).map { UInt8($0 % 251) })) == hash)
    }

    @Test func `is not SHA-3, whose padding differs`() {
        #expect(
            Hex.encode(Keccak256.hash([])) != "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a")
    }

    /// Made with eth-account 0.13.
    static let messages = [
        ("", "5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad"),
        ("a", "34f291c0b5f0c13c8f43e9d37c04094c22234da43f4040adb36654c98235b4b3"),
        (
            String(repeating: "x", count: 100), "a6a8162a31a67c17b44018cab5a50252b0be3216ceece062554cd9d1be277dcf"
        ),
        // The length counts bytes.
        ("hello é", "c731fbf2f449b0b2b1b9eb9bc6a9705913c25a003e4df22e4753a492a43bddfd"),
    ]

    @Test(arguments: messages) func `the hash of a message for personal_sign`(text: String, hash: String) {
        #expect(Hex.encode(EIP191.hash(Array(text.utf8))) == hash)
    }
}
