// SPDX-License-Identifier: Apache-2.0

import Faults
import Platform
import SafeFiles
import Shell
import SodiumKit

/// Prints a mnemonic for the user to copy, four numbered words per line, without copying it outside guarded memory.
enum WordPage {
    static let warning =
        "Write these words down in this order. They are shown once; anyone who has them controls the account."
    private static let columns = 4
    private static let width = 10

    /// Prints the warning and the words.
    static func show(_ mnemonic: borrowing SecretBytes) throws(Failure) {
        Console.tell(warning)
        Console.tell("")
        do {
            try mnemonic.withBytes { (text) throws(FileError) in try print(text) }
        } catch {
            throw Failure(.cannotCreate, "the words cannot be shown: \(error.message)")
        }
        Console.tell("")
    }

    private static func print(_ text: UnsafeRawBufferPointer) throws(FileError) {
        var number = 1
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: " ")) ?? text.count
            try label(number)
            try SafeFiles.writeAll(
                descriptor: STDERR_FILENO, bytes: UnsafeRawBufferPointer(rebasing: text[start..<end]))
            let isLast = end == text.count
            let fill =
                number % columns == 0 || isLast ? "\n" : String(repeating: " ", count: max(1, width - (end - start)))
            try SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array(fill.utf8))
            number += 1
            start = end + 1
        }
    }

    private static func label(_ number: Int) throws(FileError) {
        let text = "\(number < 10 ? " " : "")\(number). "
        try SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array(text.utf8))
    }
}
