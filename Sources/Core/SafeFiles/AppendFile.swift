// SPDX-License-Identifier: Apache-2.0

import Codec

/// An append-only file: appended bytes are on disk when the call returns.
///
/// Writers of several programs take a `FileLock` around it; this type does not lock.
package struct AppendFile: ~Copyable {
    private let path: String
    private let file: FileDescriptor

    /// Opens a file, creating it with mode 0600 if it does not exist.
    ///
    /// - Throws: `.cannotWrite`, also for a symbolic link; `.notRegular`.
    package init(creating path: String) throws(FileError) {
        guard !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        let isNew = !SafeFiles.exists(path)
        let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        guard let file = FileDescriptor(open(path, flags, 0o600)) else { throw .cannotWrite(path: path, errno: errno) }
        try Self.checkRegular(file.number, path)
        if isNew { try SafeFiles.syncFolder(SafeFiles.split(path).folder) }
        self.path = path
        self.file = file
    }

    /// Opens a file for reading only.
    ///
    /// - Throws: `.notFound`, `.cannotRead`, `.notRegular`.
    package init(reading path: String) throws(FileError) {
        guard !path.utf8.contains(0),
            let file = FileDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        else {
            let reason = path.utf8.contains(0) ? ENOENT : errno
            throw reason == ENOENT ? .notFound(path: path) : .cannotRead(path: path, errno: reason)
        }
        try Self.checkRegular(file.number, path)
        self.path = path
        self.file = file
    }

    /// The current size, in bytes.
    package func size() throws(FileError) -> Int {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw .cannotRead(path: path, errno: errno) }
        return Int(status.st_size)
    }

    /// Up to `count` bytes starting at `offset`; fewer only at the end of the file.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var reason: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let part = UnsafeMutableRawBufferPointer(buffer)[filled...]
                let taken = pread(
                    file.number, UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, part.count,
                    off_t(offset + filled))
                if taken < 0 && errno == EINTR { continue }
                if taken < 0 { reason = errno }
                guard taken > 0 else { return }
                filled += taken
            }
        }
        guard reason == 0 else { throw .cannotRead(path: path, errno: reason) }
        return bytes
    }

    /// Appends bytes and waits until they are on disk. After an error it tries to truncate the file to its previous
    /// size.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        let before = try size()
        do throws(FileError) {
            try SafeFiles.writeAll(descriptor: file.number, bytes: bytes, name: path)
            try SafeFiles.sync(file.number, name: path)
        } catch {
            ftruncate(file.number, off_t(before))
            throw error
        }
    }

    /// Truncates the file to its first `size` bytes and waits for the disk.
    package func truncate(to size: Int) throws(FileError) {
        guard ftruncate(file.number, off_t(size)) == 0 else { throw .cannotWrite(path: path, errno: errno) }
        try SafeFiles.sync(file.number, name: path)
    }

    private static func checkRegular(_ descriptor: Int32, _ path: String) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
    }
}
