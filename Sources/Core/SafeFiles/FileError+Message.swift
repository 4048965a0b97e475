// SPDX-License-Identifier: Apache-2.0

import TextCodec

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
