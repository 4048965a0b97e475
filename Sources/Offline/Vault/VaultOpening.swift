// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Stellar
import StellarXDR

extension Vault {
    /// A key's file, opened to be sealed under another PIN.
    package struct OpenedFile: ~Copyable {
        fileprivate let file: KeyFile
        fileprivate let secret: KeySecret

        package var info: KeyInfo { file.info }
    }

    /// Opens a key's file with its PIN, to seal it under another one.
    ///
    /// - Throws: the errors of `unlock`.
    package func opened(
        _ name: KeyName, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> OpenedFile {
        let file = try read(name)
        return OpenedFile(file: file, secret: try open(file, pin: pin, secondFactor: secondFactor))
    }

    /// Seals a key under another PIN, with fresh salt and nonce. The old file is replaced atomically, and only after
    /// the new box was opened with the key that the new PIN gives: if the program is killed, one of the two remains
    /// intact.
    ///
    /// Copies of the old file can still be opened with the old PIN.
    /// - Throws: `.weakPIN`, `.state`, `.sodium`, `.file`.
    package func changePIN(
        of old: borrowing OpenedFile, to newPIN: borrowing SecretBytes, at time: Timestamp,
        parameters: PasswordHash.Parameters = .moderate, newSecondFactor: borrowing SecretBytes? = nil,
        randomness: some Randomness = SystemRandomness()
    ) throws(VaultError) -> CreatedKey {
        try checkPIN(newPIN)
        let start = ContinuousClock.now
        let file = try seal(
            old.info.name, secret: old.secret, pin: newPIN, created: old.info.created, parameters: parameters,
            secondFactor: newSecondFactor, randomness: randomness)
        let elapsed = ContinuousClock.now - start
        try exchange(old.file, for: file, secret: old.secret, at: time)
        return CreatedKey(info: file.info, sealing: elapsed)
    }

    /// The secret as text, in guarded memory: the mnemonic, the secret key as the chain's wallets write it, or the
    /// BIP-39 seed as hex digits.
    ///
    /// - Parameter noting: is handed the key before, to write a line about it.
    /// - Throws: the errors of `unlock`.
    package func secretText(
        _ name: KeyName, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil,
        noting: (borrowing UnlockedKey) -> Void = { _ in }
    ) throws(VaultError) -> SecretBytes {
        let file = try read(name)
        let secret = try open(file, pin: pin, secondFactor: secondFactor)
        noting(try unlocked(file, secret))
        do { return try secret.text() } catch { throw .sodium(error) }
    }

    /// The secret of another account of a key's mnemonic, on the same or another chain, to be stored under another
    /// name.
    ///
    /// - Parameter chain: nil for the key's own.
    /// - Throws: the errors of `unlock`; `.secret` for a key that does not come from a mnemonic.
    package func secret(
        _ name: KeyName, chain: Chain? = nil, account: UInt32, pin: borrowing SecretBytes,
        secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> KeySecret {
        let secret = try open(try read(name), pin: pin, secondFactor: secondFactor)
        do { return try secret.other(chain: chain ?? secret.chain, account: account) } catch { throw .secret(error) }
    }

    /// The sealed file of a key, to be stored elsewhere; opening it requires the same PIN.
    ///
    /// - Throws: the errors of `info`.
    package func backup(_ name: KeyName) throws(VaultError) -> [UInt8] { try read(name).bytes }

    /// Restores a key file after opening it with its PIN.
    ///
    /// - Parameter bytes: the result of `backup`.
    /// - Throws: `.nameInUse` if a key of this name exists; the errors of `unlock`.
    package func restore(
        _ name: KeyName, from bytes: [UInt8], pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil,
        at time: Timestamp
    ) throws(VaultError) -> KeyInfo {
        try checkIsFree(name)
        let file = try KeyFile(parsing: bytes, name: name)
        let secret = try open(file, pin: pin, secondFactor: secondFactor)
        try keep(file, secret: secret, as: .restored, at: time)
        return file.info
    }

    /// Whether a mnemonic or secret key that the user typed is that of the key.
    ///
    /// - Throws: `.secret` if the text is not a secret.
    package func isBackedUp(
        _ name: KeyName, by text: borrowing SecretBytes, passphrase: borrowing SecretBytes? = nil
    ) throws(VaultError) -> Bool {
        let info = try info(name)
        do {
            let secret = try KeySecret(
                reading: text, chain: info.chain, account: info.account ?? 0, passphrase: passphrase)
            return try secret.identity() == info.identity
        } catch {
            throw .secret(error)
        }
    }
}
