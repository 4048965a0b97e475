// SPDX-License-Identifier: Apache-2.0

import Codec

/// A lock between processes, and within one, held while the value lives. The system releases it however the process ends;
/// the file itself stays.
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
