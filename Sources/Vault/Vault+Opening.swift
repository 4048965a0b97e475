// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
import Stellar
import StellarXDR
import XDR

extension Vault {
    /// What a file holds, opened and found to be the key that it names.
    func open(_ file: KeyFile, pin: borrowing SecretBytes) throws(VaultError) -> KeySecret {
        do throws(SodiumError) {
            let opened = try SealedBox.open(
                file.box, passphrase: pin, associatedData: KeyFile.header(file.info), limits: limits)
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
        parameters: PasswordHash.Parameters = .moderate, randomness: some Randomness = SystemRandomness()
    ) throws(VaultError) -> CreatedKey {
        let old = try read(name)
        let secret = try open(old, pin: pin)
        try checkPIN(newPIN)
        let start = ContinuousClock.now
        let file = try seal(
            name, secret: secret, pin: newPIN, created: old.info.created, parameters: parameters, randomness: randomness
        )
        let elapsed = ContinuousClock.now - start
        _ = try open(file, pin: newPIN)
        try write(file, replacing: true)
        return CreatedKey(info: file.info, sealing: elapsed)
    }

    /// The secret as its owner wrote it down or imported it: the mnemonic, or `S…`, in guarded memory.
    ///
    /// - Throws: what `unlock` throws.
    package func secretText(_ name: KeyName, pin: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
        let secret = try open(try read(name), pin: pin)
        do { return try secret.text() } catch { throw .sodium(error) }
    }
}
