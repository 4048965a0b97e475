// SPDX-License-Identifier: Apache-2.0

/// How much has to be written by hand for a backup of a key. Its file says so without a PIN.
package struct PaperBackup: Hashable, Sendable {
    package let key: KeyInfo
    /// The words of the mnemonic; nil for a secret key, and for words that the file does not contain.
    package let words: Int?
    /// The words of each share.
    package let shareWords: Int
}

extension Vault {
    /// - Throws: the errors of `info`.
    package func paperBackup(_ name: KeyName) throws(VaultError) -> PaperBackup {
        let file = try read(name)
        let length = file.secretLength
        return PaperBackup(
            key: file.info, words: file.info.kind == .mnemonic ? Mnemonic.words(ofLength: length) : nil,
            shareWords: ShareHeader.words(ofLength: length))
    }
}
