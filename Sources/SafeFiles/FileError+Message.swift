// SPDX-License-Identifier: Apache-2.0

import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FileError {
    /// What is wrong, in words for the end of an error line; the path in it is escaped.
    package var message: String {
        switch self {
        case .notFound(let path): "there is no file \(TerminalText.escape(path))"
        case .cannotRead(let path, let errno): "cannot read \(TerminalText.escape(path)): \(Self.reason(errno))"
        case .cannotWrite(let path, let errno): "cannot write \(TerminalText.escape(path)): \(Self.reason(errno))"
        case .exists(let path): "\(TerminalText.escape(path)) exists already"
        case .tooLarge(let path, let limit): "\(TerminalText.escape(path)) is larger than \(limit) bytes"
        case .notRegular(let path): "\(TerminalText.escape(path)) is not a regular file"
        }
    }

    private static func reason(_ errno: Int32) -> String {
        strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    }
}
