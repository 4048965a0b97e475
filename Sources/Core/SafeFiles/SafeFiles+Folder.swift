// SPDX-License-Identifier: Apache-2.0

import Platform

extension SafeFiles {
    /// Whether anything exists at this path, including a dangling link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && lstat(path, &status) == 0
    }

    /// The names of a folder's entries, unsorted; names that are not UTF-8 are left out.
    ///
    /// - Throws: `.notFound`, `.cannotRead`.
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard !folder.utf8.contains(0), let stream = opendir(folder) else {
            let reason = folder.utf8.contains(0) ? ENOENT : errno
            throw reason == ENOENT ? .notFound(path: folder) : .cannotRead(path: folder, errno: reason)
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .cannotRead(path: folder, errno: errno) }
        return names
    }

    /// Whether the path is a symbolic link.
    package static func isLink(_ path: String) throws(FileError) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), lstat(path, &status) == 0 else {
            throw path.utf8.contains(0) || errno == ENOENT
                ? .notFound(path: path) : .cannotRead(path: path, errno: errno)
        }
        return status.st_mode & S_IFMT == S_IFLNK
    }

    /// Renames a folder atomically, and returns once the new name is on disk. An empty folder at `other` is replaced.
    ///
    /// - Throws: `.exists` when the folder at `other` is not empty; `.cannotWrite`.
    package static func moveFolder(_ path: String, to other: String) throws(FileError) {
        guard !path.utf8.contains(0), !other.utf8.contains(0), rename(path, other) == 0 else {
            let reason = path.utf8.contains(0) || other.utf8.contains(0) ? EINVAL : errno
            throw reason == ENOTEMPTY || reason == EEXIST
                ? .exists(path: other) : .cannotWrite(path: other, errno: reason)
        }
        try syncFolder(split(other).folder)
    }

    /// Removes an empty folder.
    package static func removeFolder(_ path: String) throws(FileError) {
        guard !path.utf8.contains(0), unlinkat(AT_FDCWD, path, AT_REMOVEDIR) == 0 else {
            let reason = path.utf8.contains(0) ? ENOENT : errno
            throw reason == ENOENT ? .notFound(path: path) : .cannotWrite(path: path, errno: reason)
        }
        try syncFolder(split(path).folder)
    }

    /// Whether a name is that of a temporary file left behind by an interrupted write.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(WriteTarget.temporaryPrefix) && name.hasSuffix(WriteTarget.temporarySuffix)
    }

    /// The last component of a path.
    package static func lastName(_ path: String) -> String { split(path).name }

    /// Removes a file, and returns once the removal is on disk.
    ///
    /// - Throws: `.notFound`, `.cannotWrite`.
    package static func remove(_ path: String) throws(FileError) {
        guard !path.utf8.contains(0), unlink(path) == 0 else {
            let reason = path.utf8.contains(0) ? ENOENT : errno
            throw reason == ENOENT ? .notFound(path: path) : .cannotWrite(path: path, errno: reason)
        }
        try syncFolder(split(path).folder)
    }
}
