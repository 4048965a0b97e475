// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

@testable import Crypto
@testable import Vault

/// Secret keys as the chains' wallets write them.
struct ChainSecretTests {
    private static let seed = [UInt8](repeating: 7, count: 32)
    private static let stellar = "SDJHRQF4GCMIIKAAAQ6IHY42X73FQFLHUULAPSKKD4DFDM7UXWWCRHBE"

    private func reading(_ text: String, _ chain: Chain) throws -> KeyIdentity {
        try KeySecret(reading: try SecretBytes(text), chain: chain).identity()
    }

    private func keypair(_ seed: [UInt8], publicKey: [UInt8]? = nil) throws -> String {
        Base58.encode(seed + (try publicKey ?? Ed25519.publicKey(seed: try SecretBytes(seed))))
    }

    @Test(arguments: [0, 1, 2, 31, 32]) func `imports and exports a keypair of Solana`(zeros: Int) throws {
        let seed = [UInt8](repeating: 0, count: zeros) + [UInt8](repeating: 0xfe, count: 32 - zeros)
        let text = try keypair(seed)
        guard KeypairText.lengths.contains(text.utf8.count) else {
            #expect(throws: SecretError.self) { try reading(text, .solana) }
            return
        }
        let secret = try KeySecret(reading: try SecretBytes(text), chain: .solana)
        #expect(secret.kind == .seed && secret.account == nil)
        #expect(secret.bytes.exposed == seed)
        #expect(try secret.text().text == text)
        let publicKey = try Ed25519.publicKey(seed: try SecretBytes(seed))
        #expect(try secret.identity() == .other(.solana(SolanaAddress(publicKey: publicKey))))
    }

    @Test func `agrees with Base58 about random keypairs`() throws {
        for _ in 0..<200 {
            let seed = try SystemRandomness().secret(32).exposed
            let text = try keypair(seed)
            let read = try text.utf8.withContiguousStorageIfAvailable {
                try KeypairText.decode(UnsafeRawBufferPointer($0)).exposed
            }
            #expect(read == seed)
            #expect(try KeypairText.encode(try SecretBytes(seed)).text == text)
        }
    }

    @Test func `rejects a keypair whose halves do not belong together`() throws {
        let other = try Ed25519.publicKey(seed: try SecretBytes([UInt8](repeating: 8, count: 32)))
        for publicKey in [other, Self.seed, [UInt8](repeating: 0, count: 32), other.reversed()] {
            let text = try keypair(Self.seed, publicKey: publicKey)
            #expect(throws: SecretError.malformedKeypair) { try reading(text, .solana) }
        }
    }

    @Test func `rejects a keypair with a wrong character`() throws {
        let text = try keypair(Self.seed)
        for place in text.indices {
            let wrong = text[place] == "2" ? "3" : "2"
            let changed = text.replacing(
                String(text[place]), with: wrong, subrange: place..<text.endIndex, maxReplacements: 1)
            #expect(throws: SecretError.malformedKeypair) { try reading(changed, .solana) }
        }
        for changed in ["0" + text.dropFirst(), text.dropLast() + "l", "z" + text.dropFirst()] {
            let error = #expect(throws: SecretError.self) { try reading(String(changed), .solana) }
            #expect(error == .malformedKeypair || error == .notASecret(.solana))
        }
    }

    @Test func `rejects a keypair of another length`() throws {
        let text = try keypair(Self.seed)
        for changed in [text + "1", "1" + text, String(text.dropLast()), text + text, Base58.encode(Self.seed)] {
            #expect(throws: SecretError.self) { try reading(changed, .solana) }
        }
    }

    #if EIP155
        private static let key = "1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727"
        private static let address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"

        @Test(arguments: [key, "0x" + key, "0X" + key, key.uppercased(), " 0x" + key + " \n"])
        func `imports a private key of eip155`(text: String) throws {
            let secret = try KeySecret(reading: try SecretBytes(text), chain: .eip155)
            #expect(secret.kind == .seed && secret.account == nil)
            #expect(try secret.identity().text == Self.address)
            #expect(try secret.text().text == "0x" + Self.key)
        }

        @Test(arguments: [
            String(repeating: "0", count: 64), "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
            String(repeating: "f", count: 64),
        ]) func `rejects a number that is not a private key`(text: String) {
            #expect(throws: SecretError.invalidPrivateKey) { try reading(text, .eip155) }
        }

        @Test func `takes the smallest and the largest private key`() throws {
            let one = String(repeating: "0", count: 63) + "1"
            #expect(try reading(one, .eip155).text == "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf")
            let last = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
            #expect(try reading(last, .eip155).text == "0x80C0dbf239224071c59dD8970ab9d542E3414aB2")
        }

        @Test(arguments: [
            String(key.dropLast()), key + "0", "0x0x" + key, "x" + key, key.dropLast() + "g", "0x" + key.dropLast(2),
        ]) func `rejects anything else than 64 digits`(text: String) {
            #expect(throws: SecretError.notASecret(.eip155)) { try reading(text, .eip155) }
        }
    #else
        @Test func `refuses eip155 without libsecp256k1`() {
            for text in [String(repeating: "1", count: 64), "abandon about", ""] {
                #expect(throws: SecretError.unsupportedChain(.eip155)) { try reading(text, .eip155) }
            }
        }
    #endif

    @Test func `refuses the secret key of another chain, and says which`() throws {
        let pair = try keypair(Self.seed)
        let hex = String(repeating: "1a", count: 32)
        let texts: [(String, Chain)] = [
            (Self.stellar, .stellar), (pair, .solana), (hex, .eip155), ("0x" + hex, .eip155),
        ]
        for (text, chain) in texts {
            for wanted in Chain.allCases where wanted != chain && KeySecret.supports(wanted) {
                #expect(throws: SecretError.otherChain(chain, wanted: wanted)) { try reading(text, wanted) }
            }
        }
    }

    @Test func `reports an address as one`() {
        let addresses = [
            "GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
            "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
        ]
        for chain in Chain.allCases where KeySecret.supports(chain) {
            for address in addresses where chain != .stellar || !address.hasPrefix("H") {
                #expect(throws: SecretError.publicKey) { try reading(address, chain) }
            }
        }
    }

    @Test(arguments: [Chain.solana, .eip155].filter(KeySecret.supports))
    func `only mnemonics have accounts and passphrases`(chain: Chain) throws {
        let text = try SecretBytes(
            chain == .solana ? try keypair(Self.seed) : String(repeating: "1a", count: 32))
        let passphrase: SecretBytes? = try SecretBytes("x")
        #expect(throws: SecretError.notAMnemonic) { _ = try KeySecret(reading: text, chain: chain, account: 1) }
        #expect(throws: SecretError.notAMnemonic) {
            _ = try KeySecret(reading: text, chain: chain, passphrase: passphrase)
        }
        let secret = try KeySecret(reading: text, chain: chain)
        #expect(throws: SecretError.notAMnemonic) { _ = try secret.other(chain: .stellar, account: 0) }
    }

    @Test func `no error repeats the secret`() throws {
        let texts = [
            try keypair(Self.seed), String(try keypair(Self.seed).dropLast()), String(repeating: "1a", count: 32),
            "0x" + String(repeating: "1b", count: 32), Self.stellar, "notasecretatall", "abandon abandon abandonx",
        ]
        for text in texts {
            for chain in Chain.allCases {
                do { _ = try reading(text, chain) } catch let error as SecretError {
                    #expect(!error.message.contains(text) && !"\(error)".contains(text))
                }
            }
        }
    }
}
