// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Testing

@testable import Vault

/// The official vectors: 24 in each of ten languages, all with one passphrase.
struct BIP39Tests {
    struct Row: CustomTestStringConvertible, Sendable {
        let language: String
        let entropy: String
        let mnemonic: String
        let seed: String

        var testDescription: String { "\(language) \(entropy)" }

        static let all: [Row] = {
            do {
                return try vector("bip39.json").array("vectors").map {
                    Row(
                        language: try $0.string("language"), entropy: try $0.string("entropy"),
                        mnemonic: try $0.string("mnemonic"), seed: try $0.string("seed"))
                }
            } catch {
                preconditionFailure("bip39.json does not read: \(error)")
            }
        }()
    }

    /// Mnemonics of 12, 18 and 24 words in each language: once the words are normalised, the derivation, which takes
    /// 2048 hashes, is the same for all.
    private static let some = Row.all.enumerated().filter { [0, 5, 10, 23].contains($0.offset % 24) }.map(\.element)

    @Test(arguments: some) func `derives the seeds of mnemonics in every language`(row: Row) throws {
        let passphrase: SecretBytes? = try SecretBytes("TREZOR")
        let secret = try KeySecret(reading: try SecretBytes(row.mnemonic), passphrase: passphrase)
        #expect(secret.kind == .bip39Seed)
        #expect(Hex.encode(secret.bytes.exposed) == row.seed)
    }

    @Test(arguments: Row.all.filter { $0.language == "english" })
    func `converts entropy to words and back`(row: Row) throws {
        let entropy = try Hex.decode(row.entropy)
        let made = Mnemonic(entropy: try SecretBytes(count: entropy.count) { $0.copyBytes(from: entropy) })
        #expect(try made.text().text == row.mnemonic)
        #expect(Hex.encode(try Mnemonic(reading: try SecretBytes(row.mnemonic)).entropy.exposed) == row.entropy)
    }

    @Test(arguments: Row.all) func `rejects a mnemonic without its last word`(row: Row) throws {
        let words = row.mnemonic.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" })
        let error = #expect(throws: SecretError.self) {
            _ = try KeySecret(reading: try SecretBytes(words.dropLast().joined(separator: " ")))
        }
        #expect(error == .wordCount(words.count - 1))
    }
}
