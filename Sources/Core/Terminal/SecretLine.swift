// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles

/// One line of secret text, read only into guarded memory.
package enum SecretLine {
    /// The maximum length of a line, in bytes; a mnemonic of 24 words with a long passphrase is far shorter.
    package static let limit = 1024

    /// Reads one line from a descriptor that the user passed (`--pin-fd`, `--secret-fd`), exactly, without the line
    /// feed. Reads byte by byte, so that the next line stays unread.
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
                if count == 0 { throw Failure(.badInput, "\(option): descriptor \(descriptor) is empty") }
                if errno != EINTR { throw Failure(.badInput, "\(option): descriptor \(descriptor) cannot be read") }
            }
        }
    }

    /// Reads from the descriptor if the user passed one, else asks on the terminal.
    package static func read(
        descriptor: Int32?, option: String, orAsk prompt: String
    ) throws(Failure) -> SecretBytes {
        if let descriptor { try read(descriptor: descriptor, option: option) } else { try ask(prompt) }
    }

    /// Whether a descriptor that the user passed is open.
    package static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    /// Asks on the terminal, with echo off; see `SecretPrompt`.
    package static func ask(_ prompt: String) throws(Failure) -> SecretBytes {
        var terminal = try SecretPrompt()
        return try terminal.ask(prompt)
    }

    /// The number of times that two entries may differ.
    private static let mostTries = 3

    /// Asks for a new secret twice, and again while the two entries differ.
    ///
    /// - Parameter check: rejects the first entry before it has to be typed again.
    /// - Throws: what `check` throws, and `.refused` when the entries differ for the third time.
    package static func askTwice(
        _ prompt: String, again: String = "the same again: ",
        check: (borrowing SecretBytes) throws(Failure) -> Void = { _ in }
    ) throws(Failure) -> SecretBytes {
        var terminal = try SecretPrompt()
        var left = mostTries
        while true {
            let first = try terminal.ask(prompt)
            try check(first)
            let second = try terminal.ask(again)
            if first.equals(second) { return first }
            left -= 1
            guard left > 0 else {
                throw Failure(.refused, "the two entries differ, \(mostTries) times in a row; nothing was changed")
            }
            terminal.say("the two entries differ; type both again")
        }
    }

    static func typed(on terminal: inout HeldTerminal) throws(Failure) -> SecretBytes {
        var line = try Buffer()
        while let byte = terminal.next() {
            switch byte {
            case 0x03, 0x1c: throw nothing
            case 0x04 where line.count == 0: throw nothing
            case 0x0a, 0x0d, 0x04: return try line.finish()
            case 0x7f, 0x08: line.removeLast()
            case 0x15: line.removeAll()
            // Ctrl-Z is ignored: the program must not be suspended with half a secret in it.
            case 0x1a: continue
            default: try line.append(byte)
            }
        }
        throw nothing
    }

    static let nothing = Failure(.refused, "nothing was entered")

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
                throw Failure(.badInput, "a secret can have at most \(SecretLine.limit) bytes")
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
