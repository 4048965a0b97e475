// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR
import Testing

@testable import Vault

struct SeedTextTests {
    // The first account of the first mnemonic of SEP-5.
    private let right = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN"
    private let account = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"

    private func reading(_ text: String) throws(SecretError) -> String {
        do {
            let secret = try KeySecret(reading: try SecretBytes(text))
            return Uint256(try Ed25519.publicKey(seed: try secret.signingSeed())).map { PublicKey.ed25519($0).address }
                ?? ""
        } catch let error as SecretError {
            throw error
        } catch {
            throw .sodium(.unusable)
        }
    }

    @Test(arguments: ["", " ", "\n", "\u{3000}"]) func `accepts blanks around a secret key`(blank: String) throws {
        #expect(try reading(blank + right + blank) == account)
    }

    @Test func `rejects a secret key with any character changed`() throws {
        let characters = Array(right)
        for place in characters.indices {
            for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567a0189=-" where other != characters[place] {
                var changed = characters
                changed[place] = other
                #expect(throws: SecretError.self, "\(other) at \(place)") { try reading(String(changed)) }
            }
        }
    }

    @Test func `rejects a secret key that is too short or too long`() {
        for length in 9..<56 {
            #expect(throws: SecretError.malformedSeed) { try reading(String(right.prefix(length))) }
        }
        #expect(throws: SecretError.malformedSeed) { try reading(right + "A") }
        #expect(throws: SecretError.malformedSeed) { try reading(right + "=") }
        #expect(throws: SecretError.malformedSeed) { try reading(right + right) }
    }

    @Test func `rejects a secret key in lower case`() {
        #expect(throws: SecretError.malformedSeed) { try reading(right.lowercased()) }
    }

    @Test func `reports a public key given as a secret`() {
        #expect(throws: SecretError.publicKey) { try reading(account) }
    }

    @Test(arguments: [19, 18 << 1, 6 << 3, 19 << 3, 23 << 3]) func `rejects a valid checksum with another version byte`(
        version: UInt8
    ) throws {
        var packed = try Base32.decode([UInt8](right.utf8))
        packed[0] = version
        let checksum = CRC16.checksum(packed[..<33])
        packed[33...34] = [UInt8(checksum & 0xff), UInt8(checksum >> 8)]
        #expect(throws: SecretError.self) { try reading(Base32.encode(packed)) }
    }

    @Test func `rejects two secret keys`() {
        #expect(throws: SecretError.wordCount(2)) { try reading(right + " " + right) }
    }

    @Test func `rejects empty text, blanks and words that are not a secret`() {
        #expect(throws: SecretError.empty) { try reading("") }
        #expect(throws: SecretError.empty) { try reading(" \n\t") }
        #expect(throws: SecretError.wordCount(1)) { try reading("hello") }
        #expect(throws: SecretError.notASecret(.stellar)) {
            try reading("MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ")
        }
    }
}
