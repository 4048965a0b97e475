// SPDX-License-Identifier: Apache-2.0

import Crypto
import SafeFiles

/// Seals of keys that are created, restored or sealed under another PIN.
extension Vault {
    /// Stores a key that is new in this vault: first its seal, which covers the key file and the journal, then the file, so that no
    /// interruption leaves a key without a seal. The seal does not cover an existing book: the user confirms its owner at the first
    /// signature, or with `book accept`.
    ///
    /// - Throws: `.nameInUse`, `.state`, `.file`; the key is not stored then.
    func keep(_ file: KeyFile, secret: borrowing KeySecret) throws(VaultError) {
        let key = try unlocked(file, secret)
        let leftover = VaultState.path(folder, file.info.name)
        do {
            // If several programs store a key under one name, the first to get the lock succeeds.
            let lock = try VaultLock(folder: folder)
            try checkIsFree(file.info.name)
            // The seal of a removed key of this name.
            if SafeFiles.exists(leftover) { try SafeFiles.remove(leftover) }
            let state = try VaultState(folder: folder, for: [file.info.name], holding: lock)
            try state.reseal(key.record, holding: lock) { $0.keyFiles = [SHA256.hash(file.bytes)] }
            try write(file)
        } catch let error as StateError {
            throw .state(error)
        } catch let error as VaultError {
            throw error
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .cannotOpen(file.info.name)
        }
    }

    /// Replaces the file of a key. The seal first names both files, then only the new one, so that after an interruption the remaining
    /// file is one that the seal names.
    func exchange(_ old: KeyFile, for new: KeyFile, secret: borrowing KeySecret) throws(VaultError) {
        let key = try unlocked(new, secret)
        let digests = [SHA256.hash(old.bytes), SHA256.hash(new.bytes)]
        do {
            let lock = try VaultLock(folder: folder)
            let state = try VaultState(folder: folder, for: [new.info.name], holding: lock)
            _ = try state.verify(key)
            try state.reseal(key.record, holding: lock) { $0.keyFiles = digests }
            try write(new, replacing: true)
            try state.reseal(key.record, holding: lock) { $0.keyFiles = [digests[1]] }
        } catch let error as StateError {
            throw .state(error)
        } catch let error as VaultError {
            throw error
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .cannotOpen(new.info.name)
        }
    }
}
