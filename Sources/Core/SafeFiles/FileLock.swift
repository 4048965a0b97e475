// SPDX-License-Identifier: Apache-2.0

import CSystem
import Codec

/// A lock between processes, and within one, held while the value lives. The system releases it however the process
/// ends; the file itself stays.
package struct FileLock: ~Copyable {
    private let file: FileDescriptor

    /// Waits for an exclusive lock on a file, creating it with mode 0600 if it does not exist.
    package init(path: String) throws(FileError) {
        guard !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        guard let file = FileDescriptor(open(path, flags, 0o600)) else {
            throw .cannotWrite(path: path, errno: errno)
        }
        while flock(file.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .cannotWrite(path: path, errno: errno) }
        }
        self.file = file
    }

    /// Waits for an exclusive lock on the folder that contains `path`; creates no file.
    package init(folderOf path: String) throws(FileError) {
        let folder = SafeFiles.split(path).folder
        guard !path.utf8.contains(0), let file = FileDescriptor(open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)) else {
            throw .cannotRead(path: folder, errno: path.utf8.contains(0) ? EINVAL : errno)
        }
        while flock(file.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .cannotRead(path: folder, errno: errno) }
        }
        self.file = file
    }

    /// Waits for a shared lock, which excludes writers but not other readers. Read permission on the file is enough.
    ///
    /// - Throws: `.notFound` when the file does not exist and cannot be created.
    package init(reading path: String) throws(FileError) {
        guard !path.utf8.contains(0) else { throw .cannotRead(path: path, errno: EINVAL) }
        var descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor < 0 { throw .notFound(path: path) }
        }
        guard let file = FileDescriptor(descriptor) else { throw .cannotRead(path: path, errno: errno) }
        while flock(file.number, LOCK_SH) != 0 {
            guard errno == EINTR else { throw .cannotRead(path: path, errno: errno) }
        }
        self.file = file
    }
}

/// A lock on one byte of a file, between processes and within one, so that many locks can share a file. Held while the
/// value lives; the system releases it however the process ends.
///
/// - Source: fcntl(2) §Open file description locks
package struct ByteLock: ~Copyable {
    private let file: FileDescriptor

    /// Nil when the byte is locked elsewhere. Creates the file with mode 0600 if it does not exist.
    ///
    /// - Parameter byte: the offset of the byte; may be past the end of the file.
    package init?(path: String, byte: UInt32) throws(FileError) {
        guard !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        guard let file = FileDescriptor(open(path, flags, 0o600)) else {
            throw .cannotWrite(path: path, errno: errno)
        }
        while coldstar_lock_byte(file.number, off_t(byte)) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return nil
            default: throw .cannotWrite(path: path, errno: errno)
            }
        }
        self.file = file
    }
}

/// An open file descriptor, closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Nil when `number` is negative: the call that returned it failed, and `errno` says why.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }
}
