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

    /// Asks for a new secret twice, and again while it is refused or the two entries differ: what was typed before it,
    /// such as rolls of dice, is not lost.
    ///
    /// - Parameter check: rejects the first entry before it has to be typed again.
    package static func askTwice(
        _ prompt: String, again: String = "the same again: ",
        check: (borrowing SecretBytes) throws(Failure) -> Void = { _ in }
    ) throws(Failure) -> SecretBytes {
        var terminal = try SecretPrompt()
        while true {
            let first = try terminal.ask(prompt)
            do throws(Failure) { try check(first) } catch {
                terminal.say(error.wording.commandText)
                continue
            }
            let second = try terminal.ask(again)
            if first.equals(second) { return first }
            terminal.say("the two entries differ; type both again")
        }
    }

    /// Asks on the terminal until a secret is accepted.
    ///
    /// - Parameter take: uses the secret; what it throws for a bad one is said, and the secret asked for again.
    /// - Throws: the errors of `take` other than `.badInput` and `.refused`.
    package static func ask<Result: ~Copyable>(
        _ prompt: String, taking take: (borrowing SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        while true {
            let line = try ask(prompt)
            do throws(Failure) { return try take(line) } catch {
                guard error.kind == .badInput || error.kind == .refused else { throw error }
                Console.diagnostic(error.wording)
            }
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
