// SPDX-License-Identifier: Apache-2.0

import SafeFiles
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
        var isBegun = false
        return try collect { () throws(Failure) -> UInt8? in
            var byte: UInt8 = 0
            while true {
                let count = SafeFiles.readBytes(descriptor, &byte, 1)
                if count == 1 {
                    isBegun = true
                    return byte == UInt8(ascii: "\n") ? nil : byte
                }
                if count == 0, isBegun { return nil }
                if count == 0 { throw Failure(.badInput, "\(option): descriptor \(descriptor) holds nothing") }
                if errno != EINTR { throw Failure(.badInput, "\(option): descriptor \(descriptor) cannot be read") }
            }
        }
    }

    /// Asks on the terminal, with echo off; what was typed before does not count. Backspace and Ctrl-U work; Ctrl-C, Ctrl-\\ and
    /// Ctrl-D at the start mean no. Signals that end the program wait until the echo is back.
    package static func ask(_ prompt: String) throws(Failure) -> SecretBytes {
        guard Question.isPossible else {
            throw Failure(
                .refused, "a secret is needed, and there is no terminal to ask on",
                hint: "hand it over with --pin-fd or --secret-fd")
        }
        var terminal = try HeldTerminal(echo: false, opening: prompt, closing: "\n")
        return try typed(on: &terminal)
    }

    private static func typed(on terminal: inout HeldTerminal) throws(Failure) -> SecretBytes {
        var line = try Buffer()
        while let byte = terminal.next() {
            switch byte {
            case 0x03, 0x1c: throw nothing
            case 0x04 where line.count == 0: throw nothing
            case 0x0a, 0x0d, 0x04: return try line.finish()
            case 0x7f, 0x08: line.removeLast()
            case 0x15: line.removeAll()
            // Ctrl-Z: nothing is suspended with half a secret in it.
            case 0x1a: continue
            default: try line.append(byte)
            }
        }
        throw nothing
    }

    private static let nothing = Failure(.refused, "nothing was entered")

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
