// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import SodiumKit

/// The seals of keys that are made, opened anew, or sealed under another PIN.
extension Vault {
    /// Keeps a key that is new here: first its seal, which knows the file and the journal, then the file, so that no kill leaves a key
    /// without a seal. Of the book that lies here it knows nothing: whose that is its owner says when it first signs, or with
    /// `book accept`.
    ///
    /// - Throws: `.nameInUse`, `.state`, `.file`; there is no new key then.
    func keep(_ file: KeyFile, secret: borrowing KeySecret) throws(VaultError) {
        let key = try unlocked(file, secret)
        let leftover = VaultState.path(folder, file.info.name)
        do {
            // Of several that are kept under one name at once, the first one to get here.
            let lock = try VaultLock(folder: folder)
            try checkIsFree(file.info.name)
            // Of an earlier key of this name, which nobody can open any more.
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

    /// Puts one file of a key in the place of another. The seal first knows both, then the new one alone: whatever a kill
    /// leaves, it is the key's own.
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

    private func unlocked(_ file: KeyFile, _ secret: borrowing KeySecret) throws(VaultError) -> UnlockedKey {
        do throws(SodiumError) {
            guard let key = try UnlockedKey(info: file.info, seed: try secret.signingSeed()) else { throw .cannotOpen }
            return key
        } catch {
            throw .sodium(error)
        }
    }
}
