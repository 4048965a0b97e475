// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Crypto
@testable import Vault

/// Keys from seeds and mnemonics, for each chain.
struct DerivationTests {
    /// One row of `derivation.json`: a published vector of BIP-32 or SLIP-10.
    struct Row: CustomTestStringConvertible, Sendable {
        let curve: String
        let seed: [UInt8]
        let path: [UInt32]
        let key: String

        var testDescription: String { "\(curve) \(seed.count) \(path.count)" }

        static func all(_ curve: String) throws -> [Row] {
            try vector("derivation.json").array("rows").map { row in
                Row(
                    curve: try row.string("curve"), seed: try Hex.decode(try row.string("seed")),
                    path: try row.array("path").map { try #require($0.asInteger(UInt32.self)) },
                    key: try row.string("key"))
            }.filter { $0.curve == curve }
        }
    }

    private static let mnemonic = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"

    @Test(arguments: try Row.all("ed25519")) func `derives the keys of SLIP-10`(row: Row) throws {
        let key = try SLIP10.key(from: try SecretBytes(row.seed), path: row.path)
        #expect(Hex.encode(key.exposed) == row.key)
    }

    #if EIP155
        @Test(arguments: try Row.all("secp256k1")) func `derives the keys of BIP-32`(row: Row) throws {
            let key = try BIP32.key(from: try SecretBytes(row.seed), path: row.path)
            #expect(Hex.encode(key.exposed) == row.key)
        }
    #endif

    @Test(arguments: [
        (Chain.stellar, UInt32(7), "m/44'/148'/7'"), (.solana, 0, "m/44'/501'/0'/0'"), (.solana, 3, "m/44'/501'/3'/0'"),
        (.eip155, 0, "m/44'/60'/0'/0/0"), (.eip155, 2_147_483_647, "m/44'/60'/0'/0/2147483647"),
    ]) func `every chain has its own path`(chain: Chain, account: UInt32, text: String) throws {
        let path = ChainPath(chain, account: account)
        #expect(path.text == text)
        #expect(ChainPath(text, chain: chain) == path)
        for other in Chain.allCases where other != chain { #expect(ChainPath(text, chain: other) == nil) }
    }

    @Test(arguments: [
        "", "m", "m/44'", "m/44'/501'/0'", "m/44'/501'/0'/0", "m/44'/501'/0/0'", "m/44'/501'/00'/0'",
        "m/44'/501'/+1'/0'", "m/44'/501'/2147483648'/0'", "m/44'/501'/-1'/0'", "M/44'/501'/0'/0'", "m/44h/501h/0h/0h",
        "m/44'/501'/0'/1'", "m/44'/501'/0'/0'/0'", " m/44'/501'/0'/0'", "m/44'/501'/0'/0'\n", "m//44'/501'/0'/0'",
    ]) func `rejects any other path`(text: String) {
        #expect(ChainPath(text, chain: .solana) == nil)
    }

    @Test func `one mnemonic gives each chain the address of the vectors`() throws {
        let row = try vector("ramp-keys.json")
        let text = try SecretBytes(try row.string("mnemonic"))
        let solana = try KeySecret(reading: text, chain: .solana)
        #expect(try Hex.encode(solana.signingSeed().exposed) == row.object("solana").string("secret_seed_hex"))
        #expect(try solana.identity().text == row.object("solana").string("address"))
        let stellar = try KeySecret(reading: text)
        #expect(
            try Hex.encode(try #require(stellar.identity().account).key.bytes)
                == row.string("stellar_same_mnemonic_public_key_hex"))
        #if EIP155
            let ethereum = try KeySecret(reading: text, chain: .eip155)
            #expect(try Hex.encode(ethereum.signingSeed().exposed) == row.object("eip155").string("private_key_hex"))
            #expect(try ethereum.identity().text == row.object("eip155").string("address"))
        #endif
    }

    @Test(arguments: [Chain.solana, .eip155].filter(KeySecret.supports))
    func `accounts, passphrases and chains give different keys`(chain: Chain) throws {
        let text = try SecretBytes(Self.mnemonic)
        let passphrase: SecretBytes? = try SecretBytes("TREZOR")
        var found: Set<String> = []
        for account: UInt32 in [0, 1, ChainPath.accounts - 1] {
            found.insert(try KeySecret(reading: text, chain: chain, account: account).identity().text)
            let other = try KeySecret(reading: text, chain: chain, account: account, passphrase: passphrase)
            found.insert(try other.identity().text)
        }
        #expect(found.count == 6)
    }

    @Test(arguments: [Chain.solana, .eip155].filter(KeySecret.supports))
    func `a BIP-39 seed gives the keys of its words`(chain: Chain) throws {
        let words = try KeySecret(reading: try SecretBytes(Self.mnemonic), chain: chain, account: 2)
        let none = try SecretBytes("")
        let seed = Hex.encode(try Mnemonic(reading: try SecretBytes(Self.mnemonic)).seed(passphrase: none).exposed)
        let imported = try KeySecret(reading: try SecretBytes(seed), chain: chain, account: 2)
        #expect(imported.kind == .bip39Seed)
        #expect(try imported.identity() == words.identity())
        #expect(try imported.text().text == seed)
    }
}
