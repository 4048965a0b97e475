// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A question to the person in front of the terminal; what is typed is shown.
package enum Question {
    /// The line that was typed, without blanks around it.
    ///
    /// - Throws: `.refused` when there is no terminal, or the input ends.
    package static func ask(_ prompt: String) throws(Failure) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw Failure(
                .refused, "there is no terminal to ask on", hint: "--yes agrees to what needs no more than a yes")
        }
        defer { close(terminal) }
        _ = prompt.withCString { write(terminal, $0, strlen($0)) }
        var line: [UInt8] = []
        while line.count < 256 {
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { throw Failure(.refused, "nothing was entered") }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        return String(decoding: line.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    /// Whether somebody can be asked.
    package static var isPossible: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }
}
