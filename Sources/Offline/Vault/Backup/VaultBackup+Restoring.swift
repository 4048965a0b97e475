// SPDX-License-Identifier: Apache-2.0

import SafeFiles

extension VaultBackup {
    /// Restores a vault where none exists. It is assembled and verified in a folder next to its place, then moved there atomically. An
    /// interruption leaves either no vault or the complete one; the next restore removes what remains in the other folder.
    ///
    /// - Parameter folder: the folder of the vault; its parent must exist.
    /// - Returns: the state of its journal, and its keys; neither has been proven with a PIN yet.
    /// - Throws: `.notEmpty`, `.inTheWay`; `.state` and `.key` for files that contradict each other; `.file`.
    package func restore(to folder: String) throws(BackupError) -> (journal: Journal, keys: [KeyInfo]) {
        // If several programs restore concurrently, one is first and the others find its vault.
        let lock = try inBackup { () throws(FileError) in try FileLock(folderOf: folder) }
        defer { withExtendedLifetime(lock) {} }
        try checkFree(folder)
        let place = Self.place(folder)
        try inBackup { () throws(FileError) in
            // A symbolic link would lead elsewhere.
            if SafeFiles.exists(place), try SafeFiles.isLink(place) { throw FileError.notRegular(path: place) }
            try SafeFiles.createFolder(place)
        }
        try clear(place)
        do {
            for file in files {
                try inBackup { () throws(FileError) in
                    try SafeFiles.write(file.content, to: place + "/" + file.name, replacing: false)
                }
            }
            let found = try Self.verify(place)
            try inBackup { () throws(FileError) in
                for name in VaultFile.locks where SafeFiles.exists(folder + "/" + name) {
                    try SafeFiles.remove(folder + "/" + name)
                }
                try SafeFiles.moveFolder(place, to: folder)
            }
            return found
        } catch {
            try? clear(place)
            try? SafeFiles.removeFolder(place)
            throw error
        }
    }

    /// The folder in which the vault is assembled.
    static func place(_ folder: String) -> String { folder + ".restoring" }

    private func checkFree(_ folder: String) throws(BackupError) {
        let names: [String]
        do { names = try SafeFiles.names(in: folder) } catch .notFound { return } catch { throw .file(error) }
        guard !names.allSatisfy(VaultFile.locks.contains) else { return }
        throw .notEmpty(relation: relation(to: folder))
    }

    /// Removes the files of an earlier restore; any other file is an error.
    private func clear(_ place: String) throws(BackupError) {
        let names = try inBackup { () throws(FileError) in try SafeFiles.names(in: place) }
        for name in names {
            let isOurs =
                VaultFile.limit(of: name) != nil || VaultFile.locks.contains(name) || SafeFiles.isTemporary(name)
            guard isOurs else { throw .inTheWay(path: place) }
        }
        for name in names { try inBackup { () throws(FileError) in try SafeFiles.remove(place + "/" + name) } }
    }

    /// Compares the backup with the existing vault, by their journals.
    private func relation(to folder: String) -> String {
        let journal = files.first { $0.name == "journal" }?.content ?? []
        let there = (try? SafeFiles.read(folder + "/journal", limit: Self.limit)) ?? []
        let mine = Self.lines(journal)
        if there == journal { return "it has the same journal as the backup, \(mine) lines" }
        if there.starts(with: journal) {
            return "the backup is older: its journal has \(mine) lines, the vault's has \(Self.lines(there))"
        }
        if journal.starts(with: there) {
            return "the vault is older: its journal has \(Self.lines(there)) lines, the backup's has \(mine)"
        }
        return "its journal and the backup's differ"
    }

    private static func lines(_ journal: [UInt8]) -> Int { journal.count { $0 == UInt8(ascii: "\n") } }
}
