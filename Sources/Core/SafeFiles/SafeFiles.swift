// SPDX-License-Identifier: Apache-2.0

import Codec

/// Reading with a limit, and atomic writing.
package enum SafeFiles {
    /// The content of a file, a pipe or a device, up to its end.
    ///
    /// - Parameter limit: the maximum number of bytes; more is `.tooLarge`, detected without reading to the end.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        guard !path.utf8.contains(0), let file = FileDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) else {
            let reason = path.utf8.contains(0) ? ENOENT : errno
            if reason == ENOENT || reason == ENOTDIR { throw .notFound(path: path) }
            throw .cannotRead(path: path, errno: reason)
        }
        return try readAll(descriptor: file.number, limit: limit, name: path)
    }

    /// The content of an open descriptor, up to its end. A folder is `.notRegular`.
    ///
    /// - Parameter name: the name of the descriptor in errors.
    package static func readAll(descriptor: Int32, limit: Int, name: String) throws(FileError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: name, errno: errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .notRegular(path: name) }
        var content: [UInt8] = []
        while true {
            let wanted = min(limit + 1 - content.count, 1 << 16)
            let part = try readOnce(descriptor, wanted, name)
            guard !part.isEmpty else { return content }
            content += part
            guard content.count <= limit else { throw .tooLarge(path: name, limit: limit) }
        }
    }

    private static func readOnce(_ descriptor: Int32, _ wanted: Int, _ name: String) throws(FileError) -> [UInt8] {
        var reason: Int32 = 0
        let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            var taken: Int
            repeat {
                taken = Self.readBytes(descriptor, buffer.baseAddress, wanted)
            } while taken < 0 && errno == EINTR
            if taken < 0 { reason = errno }
            count = max(taken, 0)
        }
        guard reason == 0 else { throw .cannotRead(path: name, errno: reason) }
        return part
    }

    /// The system's `read`, for callers that must not copy the bytes: the number of bytes read, or -1 with `errno`.
    package static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        Codec.read(descriptor, buffer, count)
    }

    /// Writes all bytes to an open descriptor.
    ///
    /// - Parameter name: the name of the descriptor in errors.
    package static func writeAll(
        descriptor: Int32, bytes: [UInt8], name: String = "the output"
    ) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try writeAll(descriptor: descriptor, bytes: UnsafeRawBufferPointer(buffer), name: name)
        }
    }

    /// Writes all bytes to an open descriptor without copying them. Waits while a non-blocking descriptor is full.
    package static func writeAll(
        descriptor: Int32, bytes: UnsafeRawBufferPointer, name: String = "the output"
    ) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
                writeBytes(descriptor, $0.baseAddress, $0.count)
            }
            if written < 0 && errno == EINTR { continue }
            if written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) {
                waitForRoom(descriptor)
                continue
            }
            guard written >= 0 else { throw .cannotWrite(path: name, errno: errno) }
            rest = rest.dropFirst(written)
        }
    }

    /// Writes as many of the bytes as the descriptor takes; a negative result sets `errno`.
    package static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        bytes.withMemoryRebound(to: UInt8.self) { writeBytes(descriptor, $0.baseAddress, $0.count) }
    }

    /// Returns when the descriptor is writable again, or has failed; the next write reports the failure.
    private static func waitForRoom(_ descriptor: Int32) {
        var awaited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&awaited, 1, -1)
    }

    private static func writeBytes(_ descriptor: Int32, _ buffer: UnsafePointer<UInt8>?, _ count: Int) -> Int {
        Codec.write(descriptor, buffer, count)
    }

    /// Creates a folder and its missing parents; an existing folder is left as it is.
    ///
    /// - Parameter mode: the permission bits of every folder created, less the process's umask.
    package static func createFolder(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        if isFolder(path) { return }
        let (parent, _) = split(path)
        if parent != path, !isFolder(parent) { try createFolder(parent, mode: mode) }
        guard mkdir(path, mode_t(mode)) != 0 else { return try syncFolder(parent) }
        let reason = errno
        guard reason == EEXIST, isFolder(path) else { throw .cannotWrite(path: path, errno: reason) }
    }

    /// Whether the path is a folder; follows links.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func syncFolder(_ path: String) throws(FileError) {
        guard let folder = FileDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)) else {
            throw .cannotWrite(path: path, errno: errno)
        }
        try sync(folder.number, name: path)
    }

    /// Waits until a file or a folder is on disk. Some file systems cannot sync folders and fail with EINVAL.
    static func sync(_ descriptor: Int32, name: String) throws(FileError) {
        while fsync(descriptor) != 0 {
            if errno == EINTR { continue }
            if errno == EINVAL || errno == EROFS { return }
            throw .cannotWrite(path: name, errno: errno)
        }
    }

    /// Splits a path into folder and last component, ignoring trailing slashes: "a/b/" is ("a", "b"), "b" is (".",
    /// "b").
    static func split(_ path: String) -> (folder: String, name: String) {
        var bytes = [UInt8](path.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return (".", String(decoding: bytes, as: UTF8.self))
        }
        let name = String(decoding: bytes[(slash + 1)...], as: UTF8.self)
        return (slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self), name)
    }
}

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

extension SafeFiles {
    /// The path of a hidden temporary file, in the same folder as the file that it will become.
    package static func temporaryPath(beside path: String) throws(FileError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else { throw .notRegular(path: path) }
        return split(path).folder + "/" + WriteTarget.temporaryName()
    }

    /// Syncs a temporary file, renames it to `path` atomically, and syncs the folder.
    ///
    /// - Parameters:
    ///   - temporary: a path from `temporaryPath(beside:)`; removed if this fails.
    ///   - replacing: whether an existing file may be replaced.
    /// - Throws: `.exists`.
    package static func settle(_ temporary: String, as path: String, replacing: Bool) throws(FileError) {
        let target = try WriteTarget(path: path, temporary: split(temporary).name)
        try target.settle(replacing: replacing)
    }
}

extension SafeFiles {
    /// Writes a file atomically: a temporary file in the same folder, `fsync`, rename to the final name, `fsync` of the
    /// folder. The temporary file is removed on any failure.
    ///
    /// - Parameters:
    ///   - mode: the permission bits, less the process's umask.
    ///   - replacing: whether an existing file may be replaced. The new file keeps no attributes of the old one; a
    ///     symbolic link is replaced, not followed. If false, exactly one of several concurrent writers succeeds.
    /// - Throws: `.exists`; `.notRegular` for a name that ends in "/", or where a folder, pipe or device exists.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, replacing: Bool
    ) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try write(UnsafeRawBufferPointer(buffer), to: path, mode: mode, replacing: replacing)
        }
    }

    /// Writes a file atomically without copying the bytes.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to path: String, mode: UInt32 = 0o600, replacing: Bool
    ) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        try checkTarget(path, replacing: replacing)
        let target = try WriteTarget(path: path)
        try target.write(bytes, mode: mode, replacing: replacing)
    }

    /// Checks whether a file could be written, without creating anything.
    ///
    /// - Throws: what `write` would throw, as far as it can be known in advance.
    package static func check(writing path: String, replacing: Bool) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        try checkTarget(path, replacing: replacing)
        try check(holding: split(path).folder, for: path)
    }

    /// Checks whether a folder exists and is writable, or could be created.
    package static func check(folder path: String) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        var nearest = path
        while !exists(nearest) { nearest = split(nearest).folder }
        try check(holding: nearest, for: path)
    }

    private static func check(holding folder: String, for path: String) throws(FileError) {
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .cannotWrite(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotWrite(path: path, errno: ENOTDIR) }
        guard access(folder, W_OK | X_OK) == 0 else { throw .cannotWrite(path: path, errno: errno) }
    }

    /// An early check, so that nothing is written in vain. The final rename decides.
    private static func checkTarget(_ path: String, replacing: Bool) throws(FileError) {
        if path.hasSuffix("/") { throw .notRegular(path: path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard replacing else { throw .exists(path: path) }
        let isRegular = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        guard isRegular else { throw .notRegular(path: path) }
    }
}
