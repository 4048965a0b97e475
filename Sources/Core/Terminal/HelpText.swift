// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The output of `--help`, with examples on unbroken lines.
enum HelpText {
    /// Rejoins example commands that the parser broke at the terminal's width: a broken command could not be copied.
    static func unbroken(_ text: String, _ command: any ParsableCommand.Type) -> String {
        let lines = command.configuration.discussion.split(separator: "\n").map { Array($0.utf8) }
        return lines.filter { contains($0, Array("coldstar-".utf8)) }
            .reduce(Array(text.utf8)) { joined($0, $1) }
            .withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// Restores the first occurrence of the line in which line feeds have replaced some of its spaces.
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
