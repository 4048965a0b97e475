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
