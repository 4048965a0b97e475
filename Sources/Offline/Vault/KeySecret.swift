// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
import Stellar

/// The source of a key: a seed, or a mnemonic and an account number.
package struct KeySecret: ~Copyable, Sendable {
    package let kind: SecretKind
    /// The account of the mnemonic, below 2³¹; nil for a seed, which has none.
    package let account: UInt32?
    /// The content that a key file seals: the seed, the entropy of the mnemonic, or the BIP-39 seed.
    let bytes: SecretBytes

    /// One account of a mnemonic; SEP-5 counts from 0.
    package init(_ mnemonic: consuming Mnemonic, account: UInt32 = 0) {
        precondition(account < AccountPath.accounts, "an account index has 31 bits")
        self.kind = .mnemonic
        self.account = account
        self.bytes = mnemonic.entropy
    }

    /// Parses a secret to import: `S…`, a mnemonic in any BIP-39 language, or a BIP-39 seed as 128 hex digits.
    ///
    /// - Parameters:
    ///   - account: the account of a mnemonic.
    ///   - passphrase: the BIP-39 passphrase as typed; nil for none.
    /// - Throws: any `SecretError`; no error repeats the input.
    package init(
        reading text: borrowing SecretBytes, account: UInt32 = 0, passphrase: borrowing SecretBytes? = nil
    ) throws(SecretError) {
        if text.withBytes({ WordScanner.count($0) }) == 1 {
            if passphrase == nil,
                let seed = try text.withBytes({ (text) throws(SecretError) in try Self.hexSeed(text) })
            {
                self.init(kind: .bip39Seed, account: account, bytes: seed)
                return
            }
            guard account == 0, passphrase == nil else { throw .notAMnemonic }
            let seed = try text.withBytes { (text) throws(SecretError) in try Self.seed(fromOneWord: text) }
            self.init(kind: .seed, account: nil, bytes: seed)
            return
        }
        let sentence = try Sentence(reading: text)
        switch passphrase {
        case .some(let passphrase) where passphrase.count > 0:
            self.init(kind: .bip39Seed, account: account, bytes: try sentence.seed(passphrase: passphrase))
        default:
            if let mnemonic = try? Mnemonic(reading: text) {
                self.init(mnemonic, account: account)
            } else {
                let none = try guarded { () throws(SodiumError) in try SecretBytes(count: 0) }
                self.init(kind: .bip39Seed, account: account, bytes: try sentence.seed(passphrase: none))
            }
        }
    }

    /// Another account of the same mnemonic.
    ///
    /// - Throws: `.notAMnemonic` for a seed, which has no accounts.
    package func other(account: UInt32) throws(SecretError) -> KeySecret {
        guard kind != .seed else { throw .notAMnemonic }
        let copy = try guarded { () throws(SodiumError) in try bytes.copy() }
        return KeySecret(kind: kind, account: account, bytes: copy)
    }

    /// The secret from a key file, whose length `KeyFile` has checked.
    init(kind: SecretKind, account: UInt32?, bytes: consuming SecretBytes) {
        self.kind = kind
        self.account = account
        self.bytes = bytes
    }

    /// The 32-byte ed25519 seed that signs.
    package func signingSeed() throws(SodiumError) -> SecretBytes {
        guard let account else { return try bytes.copy() }
        if kind == .bip39Seed { return try AccountPath.seed(from: bytes, account: account) }
        let noPassphrase = try SecretBytes(count: 0)
        let seed = try Mnemonic(entropy: try bytes.copy()).seed(passphrase: noPassphrase)
        return try AccountPath.seed(from: seed, account: account)
    }

    /// `S…`, the words of the mnemonic, or the BIP-39 seed as hex digits.
    func text() throws(SodiumError) -> SecretBytes {
        switch kind {
        case .seed: try SeedText.encode(bytes)
        case .mnemonic: try Mnemonic(entropy: try bytes.copy()).text()
        case .bip39Seed: try hex()
        }
    }

    private func hex() throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: bytes.count * 2) { (text) throws(SodiumError) in
            bytes.withBytes { bytes in
                for (index, byte) in bytes.enumerated() {
                    for (place, digit) in [byte >> 4, byte & 15].enumerated() {
                        text[index * 2 + place] = digit < 10 ? digit + 0x30 : digit + 0x57
                    }
                }
            }
        }
    }

    /// Parses the hex form of a BIP-39 seed, as `text()` returns it; nil if the text is not 128 hex digits.
    private static func hexSeed(_ text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes? {
        var scanner = WordScanner(text)
        guard let word = scanner.next(), word.count == 128,
            word.allSatisfy({ digit($0) != nil })
        else { return nil }
        return try guarded { () throws(SodiumError) in
            try SecretBytes(count: 64) { (bytes) throws(SodiumError) in
                for index in 0..<64 {
                    bytes[index] = (digit(word[index * 2]) ?? 0) << 4 | (digit(word[index * 2 + 1]) ?? 0)
                }
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
        default: nil
        }
    }

    private static func seed(fromOneWord text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes {
        var scanner = WordScanner(text)
        guard let word = scanner.next() else { throw .empty }
        guard word.count > EnglishWords.longest else { throw .wordCount(1) }
        switch word[0] {
        case UInt8(ascii: "S"), UInt8(ascii: "s"): return try SeedText.decode(word)
        case UInt8(ascii: "G"): throw .publicKey
        default: throw .notASecret
        }
    }
}
