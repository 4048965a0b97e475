// SPDX-License-Identifier: Apache-2.0

import SafeFiles
package import Stellar

extension VaultBackup {
    /// Creates a backup from the files of a vault, read under its lock.
    ///
    /// - Returns: the backup, and the names of other files in the folder.
    /// - Throws: `.empty`; `.state` and `.key` for a vault that cannot sign, whose backup would be useless; `.file`.
    package static func make(of folder: String, time: Timestamp) throws(BackupError)
        -> (backup: VaultBackup, journal: Journal, leftOut: [String])
    {
        // If the vault's lock file can be neither read nor created, no program writes to the vault.
        let lock = try? VaultLock(reading: folder)
        let journalLock = try? FileLock(reading: SignerJournal.lockPath(folder))
        defer {
            withExtendedLifetime(lock) {}
            withExtendedLifetime(journalLock) {}
        }
        let names: [String]
        do { names = try SafeFiles.names(in: folder).sorted() } catch .notFound { throw .empty } catch {
            throw .file(error)
        }
        var files: [File] = []
        var leftOut: [String] = []
        var room = limit
        for name in names where !VaultFile.locks.contains(name) {
            guard let most = VaultFile.limit(of: name) else {
                leftOut.append(name)
                continue
            }
            let content = try read(folder + "/" + name, most: min(most, room))
            room -= content.count
            files.append(File(name: name, content: content))
        }
        guard !files.isEmpty else { throw .empty }
        return (VaultBackup(time: time, files: files), try verify(folder).journal, leftOut)
    }

    /// Reads a file without following a link, because its target is not part of the vault.
    private static func read(_ path: String, most: Int) throws(BackupError) -> [UInt8] {
        let file = try inBackup { () throws(FileError) in try AppendFile(reading: path) }
        let size = try inBackup { () throws(FileError) in try file.size() }
        guard size <= most else { throw .tooLarge(limit: limit) }
        return try inBackup { () throws(FileError) in try file.read(at: 0, count: size) }
    }

    /// Verifies that the files of a folder, whose lock is held, form a vault that can sign.
    ///
    /// - Returns: the state of its journal, and its keys.
    static func verify(_ folder: String) throws(BackupError) -> (journal: Journal, keys: [KeyInfo]) {
        do {
            let state = try VaultState(folderOfLocked: folder)
            var keys: [KeyInfo] = []
            for listed in try Vault(folder: folder).list() {
                keys.append(try listed.info.get())
                try state.check(listed.name)
            }
            let history = state.history
            return (Journal(entries: history.entries, digest: history.digest, latest: history.latestTime), keys)
        } catch let error as StateError {
            throw .state(error)
        } catch let error as VaultError {
            throw .key(error)
        } catch {
            throw .damaged(reason: "it cannot be read back")
        }
    }
}
