// SPDX-License-Identifier: Apache-2.0

/// A file operation that failed. Paths are as given; `errno` is the system's error number.
package enum FileError: Error, Hashable {
    case notFound(path: String)
    case cannotRead(path: String, errno: Int32)
    case cannotWrite(path: String, errno: Int32)
    /// A file of this name exists and must not be replaced.
    case exists(path: String)
    /// The file has more than `limit` bytes.
    case tooLarge(path: String, limit: Int)
    /// A folder where a file is expected, or something other than a regular file where one would be replaced.
    case notRegular(path: String)
}
