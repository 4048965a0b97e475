// SPDX-License-Identifier: Apache-2.0

/// What went wrong with a file. Paths are as given; `errno` is the system's number.
package enum FileError: Error, Hashable {
    case notFound(path: String)
    case cannotRead(path: String, errno: Int32)
    case cannotWrite(path: String, errno: Int32)
    /// A file of this name is there already and was not to be replaced.
    case exists(path: String)
    /// More than `limit` bytes.
    case tooLarge(path: String, limit: Int)
    /// A folder where a file is wanted, or something that is no plain file where one would be replaced.
    case notRegular(path: String)
}
