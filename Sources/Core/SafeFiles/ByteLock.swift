// SPDX-License-Identifier: Apache-2.0

import CSystem
import Codec

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
