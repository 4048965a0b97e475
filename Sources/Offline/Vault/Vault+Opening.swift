// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
import Stellar
import StellarXDR
import XDR

extension Vault {
    /// What a file holds, opened and found to be the key that it names.
    func open(
        _ file: KeyFile, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> KeySecret {
        guard file.info.hasSecondFactor == (secondFactor != nil) else {
            throw .secondFactor(file.info.name, wanted: file.info.hasSecondFactor)
        }
        do throws(SodiumError) {
            let opened = try SealedBox.open(
                file.box, passphrase: pin, associatedData: KeyFile.header(file.info),
                secondFactor: secondFactor, limits: limits)
            let secret = KeySecret(kind: file.info.kind, account: file.info.account, bytes: opened)
            let derived = try Ed25519.publicKey(seed: try secret.signingSeed())
            guard derived == file.info.publicKey.key.bytes else { throw .cannotOpen }
            return secret
        } catch .cannotOpen {
            throw .cannotOpen(file.info.name)
        } catch {
            throw .sodium(error)
        }
    }

    /// Seals a key anew under another PIN, with fresh salt and nonce. The old file is replaced in one step, and only after the new
    /// one was opened with the new PIN: a kill at any moment leaves one of the two, whole.
    ///
    /// Copies of the old file still open with the old PIN.
    /// - Throws: what `unlock` throws, `.weakPIN`, `.file`.
    package func changePIN(
        _ name: KeyName, from pin: borrowing SecretBytes, to newPIN: borrowing SecretBytes,
        parameters: PasswordHash.Parameters = .moderate, secondFactor: borrowing SecretBytes? = nil,
        newSecondFactor: borrowing SecretBytes? = nil, randomness: some Randomness = SystemRandomness()
    ) throws(VaultError) -> CreatedKey {
        let old = try read(name)
        let secret = try open(old, pin: pin, secondFactor: secondFactor)
        try checkPIN(newPIN)
        let start = ContinuousClock.now
        let file = try seal(
            name, secret: secret, pin: newPIN, created: old.info.created, parameters: parameters,
            secondFactor: newSecondFactor, randomness: randomness)
        let elapsed = ContinuousClock.now - start
        _ = try open(file, pin: newPIN, secondFactor: newSecondFactor)
        try exchange(old, for: file, secret: secret)
        return CreatedKey(info: file.info, sealing: elapsed)
    }

    /// The secret as its owner wrote it down or imported it: the mnemonic, or `S…`, in guarded memory.
    ///
    /// - Throws: what `unlock` throws.
    package func secretText(
        _ name: KeyName, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> SecretBytes {
        let secret = try open(try read(name), pin: pin, secondFactor: secondFactor)
        do { return try secret.text() } catch { throw .sodium(error) }
    }

    /// Another account of the words that a key comes from, as a secret to be kept under another name.
    ///
    /// - Throws: what `unlock` throws; `.secret` for a key that comes from no words.
    package func secret(
        _ name: KeyName, account: UInt32, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> KeySecret {
        let secret = try open(try read(name), pin: pin, secondFactor: secondFactor)
        do { return try secret.other(account: account) } catch { throw .secret(error) }
    }

    /// The sealed file of a key, to be kept elsewhere; it needs the PIN like the original.
    ///
    /// - Throws: what `info` throws.
    package func backup(_ name: KeyName) throws(VaultError) -> [UInt8] { try read(name).bytes }

    /// Puts a key file back, after its PIN has opened it.
    ///
    /// - Parameter bytes: what `backup` gave.
    /// - Throws: `.nameInUse` when there is a key of this name; what `unlock` throws.
    package func restore(
        _ name: KeyName, from bytes: [UInt8], pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> KeyInfo {
        try checkIsFree(name)
        let file = try KeyFile(parsing: bytes, name: name)
        let secret = try open(file, pin: pin, secondFactor: secondFactor)
        try keep(file, secret: secret)
        return file.info
    }

    /// Whether words, or a secret key, that somebody typed are those of a key.
    ///
    /// - Throws: `.secret` for what is none.
    package func isBackedUp(
        _ name: KeyName, by text: borrowing SecretBytes, passphrase: borrowing SecretBytes? = nil
    ) throws(VaultError) -> Bool {
        let info = try info(name)
        do {
            let secret = try KeySecret(reading: text, account: info.account ?? 0, passphrase: passphrase)
            let found = try guarded { () throws(SodiumError) in try Ed25519.publicKey(seed: try secret.signingSeed()) }
            return found == info.publicKey.key.bytes
        } catch {
            throw .secret(error)
        }
    }
}
