// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension SafeFiles {
    /// Whether anything at all stands at this path, a dangling link included.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && lstat(path, &status) == 0
    }

    /// The names of what a folder holds, in no order; those that are not UTF-8 are left out.
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

    /// Whether a symbolic link stands at this path.
    package static func isLink(_ path: String) throws(FileError) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), lstat(path, &status) == 0 else {
            throw path.utf8.contains(0) || errno == ENOENT
                ? .notFound(path: path) : .cannotRead(path: path, errno: errno)
        }
        return status.st_mode & S_IFMT == S_IFLNK
    }

    /// Gives a folder another name, in one step, and returns once the disk knows it. A folder of that name may be there if it is empty.
    ///
    /// - Throws: `.exists` for one that is not; `.cannotWrite`.
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

    /// Whether a file of this name is what a write that was cut short leaves behind.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(WriteTarget.temporaryPrefix) && name.hasSuffix(WriteTarget.temporarySuffix)
    }

    /// The last name of a path.
    package static func lastName(_ path: String) -> String { split(path).name }

    /// Removes a file, and returns once the folder on the disk knows it.
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
