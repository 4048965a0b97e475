// SPDX-License-Identifier: Apache-2.0

import Codec

#if os(Linux)
    import CSystem
#endif

/// A name in a folder that is held open, so that every step of a write uses the same folder.
struct WriteTarget: ~Copyable {
    private let path: String
    private let folder: FileDescriptor
    private let name: String
    private let temporary: String

    static let temporaryPrefix = ".coldstar-"
    static let temporarySuffix = ".tmp"

    static func temporaryName() -> String {
        temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16) + temporarySuffix
    }

    /// - Parameter temporary: an existing file in the same folder that will get the path's name; by default a new name.
    init(path: String, temporary: String = temporaryName()) throws(FileError) {
        let (folderPath, name) = SafeFiles.split(path)
        guard let folder = FileDescriptor(open(folderPath, O_RDONLY | O_CLOEXEC | O_DIRECTORY)) else {
            throw .cannotWrite(path: path, errno: errno)
        }
        self.path = path
        self.folder = folder
        self.name = name
        self.temporary = temporary
    }

    func write(_ bytes: UnsafeRawBufferPointer, mode: UInt32, replacing: Bool) throws(FileError) {
        do throws(FileError) {
            if try !writeUnnamed(bytes, mode, replacing) {
                try writeTemporary(bytes, mode)
                try replacing ? rename() : renameWithoutReplacing()
            }
        } catch {
            unlinkat(folder.number, temporary, 0)
            throw error
        }
        try SafeFiles.sync(folder.number, name: path)
    }

    /// Syncs the temporary file, which the caller has written, and gives it its final name.
    func settle(replacing: Bool) throws(FileError) {
        do throws(FileError) {
            guard let file = FileDescriptor(openat(folder.number, temporary, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) else {
                throw failure()
            }
            try SafeFiles.sync(file.number, name: path)
            try replacing ? rename() : renameWithoutReplacing()
        } catch {
            unlinkat(folder.number, temporary, 0)
            throw error
        }
        try SafeFiles.sync(folder.number, name: path)
    }

    /// Writes a file that gets its name only once it is complete, so that a killed process leaves nothing behind.
    ///
    /// - Returns: whether the file was written; false when the system or file system does not support unnamed files.
    private func writeUnnamed(
        _ bytes: UnsafeRawBufferPointer, _ mode: UInt32, _ replacing: Bool
    ) throws(FileError) -> Bool {
        #if os(Linux)
            guard let file = FileDescriptor(coldstar_open_unnamed(folder.number, mode)) else { return false }
            try SafeFiles.writeAll(descriptor: file.number, bytes: bytes, name: path)
            try SafeFiles.sync(file.number, name: path)
            if coldstar_link_unnamed(file.number, folder.number, replacing ? temporary : name) != 0 {
                if errno == EEXIST || errno == ENAMETOOLONG { throw failure() }
                return false
            }
            if replacing { try rename() }
            return true
        #else
            return false
        #endif
    }

    private func writeTemporary(_ bytes: UnsafeRawBufferPointer, _ mode: UInt32) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        guard let file = FileDescriptor(openat(folder.number, temporary, flags, mode_t(mode))) else { throw failure() }
        try SafeFiles.writeAll(descriptor: file.number, bytes: bytes, name: path)
        try SafeFiles.sync(file.number, name: path)
    }

    private func rename() throws(FileError) {
        guard renameat(folder.number, temporary, folder.number, name) == 0 else { throw failure() }
    }

    /// Moves the file to a name that must be free. The first two ways are atomic. On a file system that supports
    /// neither (exFAT) an empty file takes the name first; a kill between the two steps leaves it there.
    private func renameWithoutReplacing() throws(FileError) {
        if exclusiveRename() { return }
        guard Self.meansUnsupported(errno) else { throw failure() }
        if linkat(folder.number, temporary, folder.number, name, 0) == 0 {
            unlinkat(folder.number, temporary, 0)
            return
        }
        guard Self.meansUnsupported(errno) else { throw failure() }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        guard FileDescriptor(openat(folder.number, name, flags, 0o600)) != nil else { throw failure() }
        try rename()
    }

    private func exclusiveRename() -> Bool {
        #if os(Linux)
            coldstar_rename_exclusive(folder.number, temporary, name) == 0
        #else
            renameatx_np(folder.number, temporary, folder.number, name, UInt32(RENAME_EXCL)) == 0
        #endif
    }

    private static func meansUnsupported(_ reason: Int32) -> Bool {
        [EINVAL, ENOSYS, EPERM, EOPNOTSUPP, ENOTSUP].contains(reason)
    }

    private func failure() -> FileError {
        errno == EEXIST ? .exists(path: path) : .cannotWrite(path: path, errno: errno)
    }
}
