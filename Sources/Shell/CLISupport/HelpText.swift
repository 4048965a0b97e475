// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What `--help` says, with the examples as they are typed.
enum HelpText {
    /// The parser breaks long lines at the terminal's width, where a command could no longer be copied: those are put together again.
    static func unbroken(_ text: String, _ command: any ParsableCommand.Type) -> String {
        let lines = command.configuration.discussion.split(separator: "\n").map { Array($0.utf8) }
        return lines.filter { contains($0, Array("coldstar-".utf8)) }
            .reduce(Array(text.utf8)) { joined($0, $1) }
            .withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The text with the first place put right where the line stands, with line feeds for some of its blanks.
    private static func joined(_ text: [UInt8], _ line: [UInt8]) -> [UInt8] {
        guard line.count <= text.count else { return text }
        for start in 0...(text.count - line.count) where text[start] == line[0] {
            let stands = zip(text[start...], line).allSatisfy { $0 == $1 || $0 == 0x0a && $1 == 0x20 }
            if stands { return text[..<start] + line + text[(start + line.count)...] }
        }
        return text
    }

    private static func contains(_ line: [UInt8], _ word: [UInt8]) -> Bool {
        line.indices.contains { line[$0...].starts(with: word) }
    }
}
