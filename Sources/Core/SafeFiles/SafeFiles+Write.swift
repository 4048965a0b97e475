// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension SafeFiles {
    /// Writes a file that is there whole or not at all: a temporary file in the same folder, `fsync`, then the
    /// final name in one step, then `fsync` of the folder. The temporary file is removed on any failure.
    ///
    /// - Parameters:
    ///   - mode: the permission bits, less the process's umask.
    ///   - replacing: whether a file of this name may be there. One that is replaced keeps nothing of its own;
    ///     a symbolic link is replaced itself and not followed. Without it, exactly one of several writers wins.
    /// - Throws: `.exists`; `.notRegular` for a name that ends in "/", or where a folder, pipe or device stands.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, replacing: Bool
    ) throws(FileError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try write(UnsafeRawBufferPointer(buffer), to: path, mode: mode, replacing: replacing)
        }
    }

    /// The same with no copy of the bytes.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to path: String, mode: UInt32 = 0o600, replacing: Bool
    ) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        try checkTarget(path, replacing: replacing)
        let target = try WriteTarget(path: path)
        try target.write(bytes, mode: mode, replacing: replacing)
    }

    /// A look at whether a file could be written, which makes nothing.
    ///
    /// - Throws: what `write` would, as far as it can be known.
    package static func check(writing path: String, replacing: Bool) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        try checkTarget(path, replacing: replacing)
        try check(holding: split(path).folder, for: path)
    }

    /// A look at whether a folder is there that can be written into, or could be made.
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

    /// A first look, so that nothing is written in vain. What decides is the last step.
    private static func checkTarget(_ path: String, replacing: Bool) throws(FileError) {
        if path.hasSuffix("/") { throw .notRegular(path: path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard replacing else { throw .exists(path: path) }
        let isRegular = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        guard isRegular else { throw .notRegular(path: path) }
    }
}
