// SPDX-License-Identifier: Apache-2.0

import Codec

extension SafeFiles {
    /// Writes a file atomically: a temporary file in the same folder, `fsync`, rename to the final name, `fsync` of the
    /// folder. The temporary file is removed on any failure.
    ///
    /// - Parameters:
    ///   - mode: the permission bits, less the process's umask.
    ///   - replacing: whether an existing file may be replaced. The new file keeps no attributes of the old one; a symbolic
    ///     link is replaced, not followed. If false, exactly one of several concurrent writers succeeds.
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
