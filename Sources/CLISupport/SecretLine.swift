// SPDX-License-Identifier: Apache-2.0

package import SodiumKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One line of secret text, into guarded memory and nowhere else.
package enum SecretLine {
    /// The longest line that is taken; a mnemonic of 24 words with a long passphrase is far below.
    package static let limit = 1024

    /// Reads one line from a descriptor that the user handed over (`--pin-fd`, `--secret-fd`); its bytes are taken exactly, without
    /// the line feed. Reads byte by byte, so that a second line stays for whoever wants it.
    package static func read(descriptor: Int32, option: String) throws(Failure) -> SecretBytes {
        try collect { () throws(Failure) -> UInt8? in
            var byte: UInt8 = 0
            while true {
                let count = Glibc.read(descriptor, &byte, 1)
                if count == 1 { return byte == UInt8(ascii: "\n") ? nil : byte }
                if count == 0 { return nil }
                if errno != EINTR { throw Failure(.badInput, "\(option): descriptor \(descriptor) cannot be read") }
            }
        }
    }

    /// Asks on the terminal, with echo off. Backspace and Ctrl-U work; Ctrl-C and Ctrl-D at the start mean no.
    package static func ask(_ prompt: String) throws(Failure) -> SecretBytes {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw Failure(
                .refused, "a secret is needed, and there is no terminal to ask on",
                hint: "hand it over with --pin-fd or --secret-fd")
        }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw Failure(.refused, "the terminal does not answer") }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(terminal, TCSAFLUSH, &quiet) == 0 else { throw Failure(.refused, "echo cannot be turned off") }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            write(terminal, "\n")
        }
        write(terminal, prompt)
        return try typed(terminal)
    }

    private static func typed(_ terminal: Int32) throws(Failure) -> SecretBytes {
        var line = try Buffer()
        while true {
            var byte: UInt8 = 0
            let count = Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            let gone = count <= 0 || byte == 0x03 || byte == 0x04 && line.count == 0
            if gone { throw Failure(.refused, "nothing was entered") }
            switch byte {
            case 0x0a, 0x0d, 0x04: return try line.finish()
            case 0x7f, 0x08: line.removeLast()
            case 0x15: line.removeAll()
            default: try line.append(byte)
            }
        }
    }

    private static func write(_ terminal: Int32, _ text: String) {
        _ = text.withCString { Glibc.write(terminal, $0, strlen($0)) }
    }

    private static func collect(_ next: () throws(Failure) -> UInt8?) throws(Failure) -> SecretBytes {
        var line = try Buffer()
        while let byte = try next() { try line.append(byte) }
        return try line.finish()
    }

    /// A line that grows in guarded memory of a fixed size.
    private struct Buffer: ~Copyable {
        private var memory: SecretBytes
        private(set) var count = 0

        init() throws(Failure) {
            do { memory = try SecretBytes(count: SecretLine.limit) } catch { throw SecretLine.noMemory }
        }

        mutating func append(_ byte: UInt8) throws(Failure) {
            guard count < SecretLine.limit else {
                throw Failure(.badInput, "a secret is at most \(SecretLine.limit) bytes")
            }
            let at = count
            memory.withMutableBytes { $0[at] = byte }
            count += 1
        }

        /// Drops one character: a byte of ASCII, or all bytes of a longer UTF-8 sequence.
        mutating func removeLast() {
            while count > 0 {
                count -= 1
                let at = count
                let byte = memory.withBytes { $0[at] }
                if byte & 0xc0 != 0x80 { return }
            }
        }

        mutating func removeAll() { count = 0 }

        consuming func finish() throws(Failure) -> SecretBytes {
            do { return try memory.prefix(count) } catch { throw SecretLine.noMemory }
        }
    }

    fileprivate static let noMemory = Failure(
        .refused, "no locked memory for a secret", hint: "raise the limit of locked memory: ulimit -l")
}
