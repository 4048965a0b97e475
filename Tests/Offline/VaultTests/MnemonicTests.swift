// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR
import Testing

@testable import Vault

struct MnemonicTests {
    @Test(arguments: SEP5Row.english) func `derives the BIP-39 seed`(row: SEP5Row) throws {
        let mnemonic = try Mnemonic(reading: try SecretBytes(row.mnemonic))
        #expect(mnemonic.wordCount == row.mnemonic.split(separator: " ").count)
        #expect(try mnemonic.text().text == row.mnemonic)
        #expect(Hex.encode(try mnemonic.seed(passphrase: try SecretBytes(row.passphrase)).exposed) == row.seed)
    }

    @Test(arguments: SEP5Row.english) func `derives the SEP-5 accounts`(row: SEP5Row) throws {
        let mnemonic = try Mnemonic(reading: try SecretBytes(row.mnemonic))
        let seed = try mnemonic.seed(passphrase: try SecretBytes(row.passphrase))
        for account in row.accounts {
            let key = try SLIP10.key(
                from: seed, path: ChainPath(.stellar, account: account.index).steps)
            #expect(try address(key) == account.address)
            let imported = try KeySecret(reading: try SecretBytes(account.secret))
            #expect(try imported.signingSeed().equals(key))
        }
    }

    @Test(arguments: SEP5Row.all("invalid")) func `rejects an invalid mnemonic`(row: SEP5Row) throws {
        let words = row.mnemonic.split(separator: " ").count
        let expected: SecretError? =
            switch row.error {
            case "checksum": .mnemonicChecksum
            case "length": words == 0 ? .empty : .wordCount(words)
            default: nil
            }
        let error = #expect(throws: SecretError.self) { _ = try KeySecret(reading: try SecretBytes(row.mnemonic)) }
        if let expected {
            #expect(error == expected)
        } else if case .unknownWord(let position) = error {
            #expect([1, 24].contains(position))
        } else {
            Issue.record("\(String(describing: error)) instead of an unknown word")
        }
    }

    @Test(arguments: SEP5Row.all("needs_cleaning")) func `normalises a typed mnemonic`(row: SEP5Row) throws {
        let mnemonic = try Mnemonic(reading: try SecretBytes(row.mnemonic))
        #expect(try mnemonic.text().text == row.sameAs)
    }

    @Test(arguments: SEP5Row.all("valid")) func `derives the SEP-5 accounts in every language and with passphrases`(
        row: SEP5Row
    ) throws {
        // Each account derives the seed again; `derives the SEP-5 accounts` has the others.
        for account in [row.accounts.first, row.accounts.last].compactMap(\.self) {
            let passphrase: SecretBytes? = row.passphrase.isEmpty ? nil : try SecretBytes(row.passphrase)
            let secret = try KeySecret(
                reading: try SecretBytes(row.mnemonic), account: account.index, passphrase: passphrase)
            let key = try Ed25519.publicKey(seed: try secret.signingSeed())
            #expect(StrKey.publicKey(try #require(Uint256(key))).text == account.address)
            #expect(secret.kind == (row.language == "english" && row.passphrase.isEmpty ? .mnemonic : .bip39Seed))
        }
    }

    @Test(arguments: SEP5Row.all("valid").filter { $0.language != "english" })
    func `reports the position of an unknown word in other languages`(row: SEP5Row) throws {
        var words = row.mnemonic.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" }).map(String.init)
        words[3] += "x"
        #expect(throws: SecretError.unknownWord(position: 4)) {
            _ = try KeySecret(reading: try SecretBytes(words.joined(separator: " ")))
        }
    }

    @Test func `rejects an account index or a passphrase for a secret key`() throws {
        let seed = SEP5Row.english[0].accounts[0].secret
        #expect(throws: SecretError.notAMnemonic) { _ = try KeySecret(reading: try SecretBytes(seed), account: 1) }
        #expect(throws: SecretError.notAMnemonic) {
            let passphrase: SecretBytes? = try SecretBytes("x")
            _ = try KeySecret(reading: try SecretBytes(seed), passphrase: passphrase)
        }
    }

    @Test(arguments: Mnemonic.Length.allCases) func `generates different mnemonics that read back`(
        length: Mnemonic.Length
    ) throws {
        let made = try Mnemonic.generate(words: length)
        #expect(made.wordCount == length.rawValue)
        #expect(try Mnemonic(reading: try made.text()).entropy.equals(made.entropy))
        #expect(try !Mnemonic.generate(words: length).entropy.equals(made.entropy))
    }

    @Test func `accepts only last words with a matching checksum`() throws {
        let words = "illness spike retreat truth genius clock brain pass fit cave bargain"
        var accepted = 0
        for index in 0..<2048 {
            let text = words + " " + word(index)
            if (try? Mnemonic(reading: try SecretBytes(text)).wordCount) != nil { accepted += 1 }
        }
        #expect(accepted == 128, "seven of the last word's bits are entropy, four are checksum")
    }

    @Test(arguments: ["\0", "abandon\0", "abandon abandon", "ABANDON ＡＢＡＮＤＯＮ"]) func `rejects malformed text`(
        text: String
    ) {
        #expect(throws: SecretError.self) { _ = try KeySecret(reading: try SecretBytes(text)) }
    }

    @Test func `accepts any kind of white space between the words`() throws {
        let text =
            "\u{a0}illness spike\r\nretreat\t\ttruth\u{3000}genius\u{a0} clock brain pass fit cave bargain Toe\n\n"
        #expect(try Mnemonic(reading: try SecretBytes(text)).text().text.hasSuffix("cave bargain toe"))
    }

    private func address(_ seed: borrowing SecretBytes) throws -> String {
        PublicKey.ed25519(try #require(Uint256(try Ed25519.publicKey(seed: seed)))).address
    }

    private func word(_ index: Int) -> String { EnglishWords.word(at: index) }
}
