// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR
import TestSupport
import Testing
import Vault

/// The worked example of `Vault.md`; change both together.
struct ExampleTests {
    @Test func `the example of the documentation works`() throws {
        let scratch = TemporaryFolder()
        let home = scratch.path
        let pin = try SecretBytes("80412957")
        let now = Timestamp(1_790_000_000)
        let review = try #require(Hash(SHA256.hash([1])))
        let hash = TransactionHash(review)

        let vault = Vault(folder: home + "/vault")
        let name = try KeyName("savings")

        let secret = KeySecret(try Mnemonic.generate(words: .twentyFour))
        let made = try vault.create(name, secret: secret, pin: pin, created: now)
        let cost = PINStrength(of: pin, guess: made.sealing, parameters: made.info.parameters).text

        let journal = SignerJournal(folder: vault.folder)
        let history = try journal.history()
        let intent = SigningIntent(
            time: now, kind: .transaction, hash: hash, network: .testnet, source: made.info.publicKey, sequence: 101,
            key: name, summary: "Pay 10 XLM to …", review: review, findings: [], destinations: [])

        let key = try vault.unlock(name, pin: pin)
        try journal.record([intent], after: history, by: key.record)
        let signature = try key.sign(hash.hash)
        try journal.record([.outcome(SigningOutcome(time: now, hash: hash, result: .signed))], by: key.record)

        #expect(cost.count >= 2)
        #expect(Ed25519.verify(signature, message: hash.bytes, publicKey: try made.info.stellarAccount().key.bytes))
        #expect(try journal.history().signed(hash) == now)
    }
}
