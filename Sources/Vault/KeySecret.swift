// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
import Stellar

/// What a key comes from: a seed of its own, or a mnemonic and the number of the account.
package struct KeySecret: ~Copyable, Sendable {
    package let kind: SecretKind
    /// The account of the mnemonic, below 2³¹; nil for a seed, which has none.
    package let account: UInt32?
    /// What a key file seals: the seed, or the entropy of the mnemonic.
    let bytes: SecretBytes

    /// One account of a mnemonic; SEP-5 begins with 0.
    package init(_ mnemonic: consuming Mnemonic, account: UInt32 = 0) {
        precondition(account < AccountPath.accounts, "an account index has 31 bits")
        self.kind = .mnemonic
        self.account = account
        self.bytes = mnemonic.entropy
    }

    /// Reads what a user imports: `S…`, or an English mnemonic for account 0.
    ///
    /// - Throws: any `SecretError`; none repeats what was read.
    package init(reading text: borrowing SecretBytes) throws(SecretError) {
        if text.withBytes({ WordScanner.count($0) }) == 1 {
            let seed = try text.withBytes { (text) throws(SecretError) in try Self.seed(fromOneWord: text) }
            self.init(kind: .seed, account: nil, bytes: seed)
        } else {
            self.init(try Mnemonic(reading: text))
        }
    }

    /// What a key file gave back, whose length `KeyFile` has checked.
    init(kind: SecretKind, account: UInt32?, bytes: consuming SecretBytes) {
        self.kind = kind
        self.account = account
        self.bytes = bytes
    }

    /// The 32-byte ed25519 seed that signs.
    package func signingSeed() throws(SodiumError) -> SecretBytes {
        guard let account else { return try bytes.copy() }
        let noPassphrase = try SecretBytes(count: 0)
        let seed = try Mnemonic(entropy: try bytes.copy()).seed(passphrase: noPassphrase)
        return try AccountPath.seed(from: seed, account: account)
    }

    /// `S…`, or the words of the mnemonic.
    func text() throws(SodiumError) -> SecretBytes {
        switch kind {
        case .seed: try SeedText.encode(bytes)
        case .mnemonic: try Mnemonic(entropy: try bytes.copy()).text()
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
