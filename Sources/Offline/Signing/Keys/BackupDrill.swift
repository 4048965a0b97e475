// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import Vault

/// A test of the words on paper: that they give the key, and when that was last tried.
struct BackupDrill: Sendable {
    let key: KeyInfo
    private let vault: Vault

    init(of name: KeyName, in vault: Vault) throws(Failure) {
        do { key = try vault.info(name) } catch { throw Failure(error) }
        self.vault = vault
    }

    /// Compares typed words, or a secret key, with the key.
    ///
    /// - Throws: `.badInput` for another secret, and for anything that is not one.
    func check(_ text: borrowing SecretBytes, passphrase: borrowing SecretBytes?) throws(Failure) {
        let isRight: Bool
        do { isRight = try vault.isBackedUp(key.name, by: text, passphrase: passphrase) } catch { throw Failure(error) }
        guard isRight else {
            throw Failure(
                .badInput, "this is a valid secret, but of another key than \(key.name.text)",
                hint: "write it down again while the key still opens: \(step: .sign(.exportKey(key: key.name.text)))")
        }
    }

    /// Records in the key's seal that the backup was tried.
    ///
    /// - Parameter unlock: opens the key with its PIN.
    /// - Returns: the recorded time.
    func record(
        at time: GivenTime, machine: any MachineClock, unlock: (KeyName) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> Timestamp {
        let name = key.name
        let context = try VaultContext(folder: vault.folder, for: [name])
        do { try context.state.check(name) } catch { throw Failure(error) }
        let now = context.clock(time, machine: machine, for: [name]).counted
        let opened = try unlock(name)
        do {
            let lock = try VaultLock(folder: vault.folder)
            let state = try context.state.refreshed(holding: lock)
            _ = try state.verify(opened)
            try state.reseal(opened.record, holding: lock) { $0.drilled = now }
        } catch {
            throw Failure(any: error)
        }
        return now
    }
}
