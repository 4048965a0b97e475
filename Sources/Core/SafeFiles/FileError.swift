// SPDX-License-Identifier: Apache-2.0

package import Codec

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

extension FileError: Fault {
    package var kind: FaultKind {
        switch self {
        case .notFound, .cannotRead: .noInput
        case .cannotWrite, .exists: .cannotCreate
        case .tooLarge, .notRegular: .badInput
        }
    }
}

extension FileError {
    /// The description for the end of an error line; the path in it is escaped.
    package var message: String {
        switch self {
        case .notFound(let path): "there is no file \(TerminalText.escape(path))"
        case .cannotRead(let path, let errno): "cannot read \(TerminalText.escape(path)): \(SystemError.text(errno))"
        case .cannotWrite(let path, let errno): "cannot write \(TerminalText.escape(path)): \(SystemError.text(errno))"
        case .exists(let path): "\(TerminalText.escape(path)) exists already"
        case .tooLarge(let path, let limit): "\(TerminalText.escape(path)) is larger than \(limit) bytes"
        case .notRegular(let path): "\(TerminalText.escape(path)) is not a regular file"
        }
    }
}
