// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles
package import Stellar

/// All files of a vault in one: sealed keys, seals, book, policy and journal.
///
/// The format is a line with a fixed text, a line of JSON with name, size and SHA-256 of each file, the contents of the
/// files, and a line with the SHA-256 of everything before it. The digests detect damage; as in the vault itself, only
/// a key's PIN can prove who wrote it.
package struct VaultBackup: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let name: String
        let content: [UInt8]
    }

    /// The state of the backed-up journal.
    package struct Journal: Hashable, Sendable {
        package let entries: Int
        /// SHA-256 of the last line, 32 bytes.
        package let digest: [UInt8]
        package let latest: Timestamp?
    }

    /// When the backup was made.
    package let time: Timestamp
    /// The files, sorted by unique name.
    let files: [File]

    static let beginning = Array("coldstar-backup\n".utf8)
    static let format = "coldstar-backup"
    static let version: UInt64 = 1
    /// Maximum size in bytes of a backup, and of each file in it.
    package static let limit = 1 << 30

    init(time: Timestamp, files: [File]) {
        self.time = time
        self.files = files
    }

    /// The number of files.
    package var count: Int { files.count }

    /// The second line, including its newline.
    static func header(_ time: Timestamp, _ files: [(name: String, size: Int, digest: [UInt8])]) -> [UInt8] {
        let fields: JSON = [
            "format": .string(format), "version": .integer(version), "time": .integer(time.seconds),
            "files": .array(
                files.map {
                    ["name": .string($0.name), "size": .integer($0.size), "digest": .string(Hex.encode($0.digest))]
                }),
        ]
        return Array(fields.text().utf8) + [UInt8(ascii: "\n")]
    }

    /// The content of the backup file.
    package var bytes: [UInt8] {
        var bytes = Self.beginning
        bytes += Self.header(time, files.map { ($0.name, $0.content.count, SHA256.hash($0.content)) })
        for file in files { bytes += file.content }
        return bytes + Self.end(of: bytes)
    }

    /// The last line, including its newline: the digest of everything before it.
    static func end(of bytes: [UInt8]) -> [UInt8] { Array(Hex.encode(SHA256.hash(bytes)).utf8) + [UInt8(ascii: "\n")] }
}

extension VaultBackup {
    /// Checks that a vault can be backed up, before a line about it is written.
    ///
    /// - Throws: the errors of `make`.
    package static func check(_ folder: String) throws(BackupError) {
        let lock = try? VaultLock(reading: folder)
        defer { withExtendedLifetime(lock) {} }
        guard try names(in: folder).contains(where: { VaultFile.limit(of: $0) != nil }) else { throw .empty }
        _ = try verify(folder)
    }

    private static func names(in folder: String) throws(BackupError) -> [String] {
        do { return try SafeFiles.names(in: folder).sorted() } catch .notFound { throw .empty } catch {
            throw .file(error)
        }
    }

    /// Creates a backup from the files of a vault, read under its lock.
    ///
    /// - Returns: the backup, the state of its journal, its keys, and the names of other files in the folder.
    /// - Throws: `.empty`; `.state` and `.key` for a vault that cannot sign, whose backup would be useless; `.file`.
    package static func make(of folder: String, time: Timestamp) throws(BackupError)
        -> (backup: VaultBackup, journal: Journal, keys: [KeyInfo], leftOut: [String])
    {
        // If the vault's lock file can be neither read nor created, no program writes to the vault.
        let lock = try? VaultLock(reading: folder)
        let journalLock = try? FileLock(reading: SignerJournal.lockPath(folder))
        defer {
            withExtendedLifetime(lock) {}
            withExtendedLifetime(journalLock) {}
        }
        let names = try names(in: folder)
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
        let (journal, keys) = try verify(folder)
        return (VaultBackup(time: time, files: files), journal, keys, leftOut)
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

extension VaultBackup {
    /// Parses a backup. Verifies the digest before anything else, and accepts only names of vault files.
    ///
    /// - Throws: `.noBackup`, `.damaged`, `.unsupportedVersion`, `.tooLarge`.
    package init(parsing bytes: [UInt8]) throws(BackupError) {
        guard bytes.starts(with: Self.beginning) else { throw .noBackup }
        guard bytes.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
        let body = bytes.count - Self.endLength
        guard body > Self.beginning.count, Self.end(of: Array(bytes[..<body])).elementsEqual(bytes[body...]) else {
            throw .damaged(reason: "its last line is not the digest of the lines before it")
        }
        guard let newline = bytes[Self.beginning.count..<body].firstIndex(of: UInt8(ascii: "\n")) else {
            throw .damaged(reason: "it has no second line")
        }
        let line = Array(bytes[Self.beginning.count..<newline])
        let time: Timestamp
        let list: [(name: String, size: Int, digest: [UInt8])]
        do {
            let fields = try JSON(parsing: line, maximumDepth: 4)
            guard try fields.string("format") == Self.format else {
                throw JSONError.wrongType(field: "format", expected: Self.format)
            }
            let version = try fields.integer("version", as: UInt64.self)
            guard version == Self.version else { throw BackupError.unsupportedVersion(found: version) }
            time = Timestamp(try fields.integer("time"))
            list = try fields.array("files").map { file throws(JSONError) in
                (
                    name: try file.string("name"), size: try file.integer("size"),
                    digest: try hexBytes(file, "digest", count: SHA256.length)
                )
            }
        } catch let error as JSONError {
            throw .damaged(reason: error.message)
        } catch let error as BackupError {
            throw error
        } catch {
            throw .damaged(reason: "its second line cannot be parsed")
        }
        guard Self.header(time, list).dropLast() == line[...] else {
            throw .damaged(reason: "its second line is not in canonical form")
        }
        try self.init(time: time, files: Self.files(list, in: bytes[(newline + 1)..<body]))
    }

    /// Length of the last line in bytes.
    private static let endLength = SHA256.length * 2 + 1

    private static func files(
        _ list: [(name: String, size: Int, digest: [UInt8])], in bytes: ArraySlice<UInt8>
    ) throws(BackupError) -> [File] {
        var files: [File] = []
        var rest = bytes
        for (name, size, digest) in list {
            let shown = TerminalText.escape(String(name.prefix(80)))
            guard let limit = VaultFile.limit(of: name) else {
                throw .damaged(reason: "\"\(shown)\" is not the name of a vault file")
            }
            if let last = files.last, last.name >= name {
                throw .damaged(reason: "\"\(shown)\" is duplicated or out of order")
            }
            guard (0...limit).contains(size), size <= rest.count else {
                throw .damaged(reason: "\"\(shown)\" cannot have \(size) bytes")
            }
            let content = Array(rest.prefix(size))
            guard SHA256.hash(content) == digest else {
                throw .damaged(reason: "\"\(shown)\" does not match its digest")
            }
            rest = rest.dropFirst(size)
            files.append(File(name: name, content: content))
        }
        guard rest.isEmpty else { throw .damaged(reason: "\(rest.count) bytes after the last file") }
        return files
    }
}

extension VaultBackup {
    /// Restores a vault where none exists. It is assembled and verified in a folder next to its place, then moved there
    /// atomically. An interruption leaves either no vault or the complete one; the next restore removes what remains in
    /// the other folder.
    ///
    /// - Parameters:
    ///   - folder: the folder of the vault; its parent must exist.
    ///   - time: the time for the line about it, which is added to the journal.
    /// - Returns: the state of the journal in the backup, without that line, and the keys; neither has been proven with
    ///   a PIN yet.
    /// - Throws: `.notEmpty`, `.inTheWay`; `.state` and `.key` for files that contradict each other; `.file`.
    package func restore(to folder: String, at time: Timestamp) throws(BackupError) -> (
        journal: Journal, keys: [KeyInfo]
    ) {
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
        do throws(BackupError) {
            for file in files {
                try inBackup { () throws(FileError) in
                    try SafeFiles.write(file.content, to: place + "/" + file.name, replacing: false)
                }
            }
            let found = try Self.verify(place)
            do throws(SignerJournalError) {
                try SignerJournal(folder: place).record(unsigned: [
                    .vault(VaultEvent(.restored(made: self.time), at: time))
                ])
            } catch {
                throw .state(.journal(error))
            }
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

/// The files of a vault, by name. Other files are neither backed up nor restored.
enum VaultFile {
    /// Lock files, which are empty and created on demand.
    static let locks = ["journal.lock", "state.lock"]

    /// The maximum size in bytes of a file with this name; nil if a vault has no such file.
    static func limit(of name: String) -> Int? {
        switch name {
        case ListKind.book.rawValue, ListKind.policy.rawValue: return SignedList.limit
        case "journal", "journal.torn": return VaultBackup.limit
        default: break
        }
        if name.hasSuffix(Vault.suffix), isKey(name.dropLast(Vault.suffix.count)) { return KeyFile.limit }
        if name.hasPrefix(KeySeal.prefix), isKey(name.dropFirst(KeySeal.prefix.count)) { return KeySeal.limit }
        if name.hasPrefix(PINTries.prefix), isKey(name.dropFirst(PINTries.prefix.count)) { return PINTries.limit }
        return nil
    }

    private static func isKey(_ name: Substring) -> Bool { (try? KeyName(String(name))) != nil }
}
