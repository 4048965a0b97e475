// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

/// The worked example of `Crypto.md`; change both together.
struct ExampleTests {
    @Test func `the example of the documentation works`() throws {
        let passphrase = try SecretBytes(count: 6) { (buffer) throws(SodiumError) in
            buffer.copyBytes(from: "drowss".utf8)
        }
        let seed = try SystemRandomness().secret(Ed25519.seedLength)
        let publicKey = try Ed25519.publicKey(seed: seed)

        let box = try SealedBox.seal(seed, passphrase: passphrase, associatedData: publicKey)
        let opened = try SealedBox.open(box, passphrase: passphrase, associatedData: publicKey)

        let signature = try Ed25519.sign([1, 2, 3], seed: opened)
        #expect(Ed25519.verify(signature, message: [1, 2, 3], publicKey: publicKey))
    }
}
