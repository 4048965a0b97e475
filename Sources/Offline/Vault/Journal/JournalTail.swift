// SPDX-License-Identifier: Apache-2.0
import SafeFiles
import SodiumKit

/// The end of a journal: its last whole line, and what a power cut left behind that.
///
/// A line counts as whole once its newline is on the disk. A last line with a zero byte in it is a leftover too: a file
/// system may have kept the length of what was written and not its content. No line of ours has a zero byte.
struct JournalTail: Hashable {
    /// Bytes of all whole lines.
    let end: Int
    /// Bytes behind them that are no line.
    let torn: Int
    /// SHA-256 of the last whole line, or zeros.
    let digest: [UInt8]

    /// No line is longer, its newline included.
    static let longestLine = 64 << 10

    /// - Throws: `.unreadableEnd`, `.file`.
    init(of file: borrowing AppendFile) throws(JournalError) {
        let size = try onDisk { () throws(FileError) in try file.size() }
        // Room for what was torn off, for a line of zeros and for the line before them.
        let start = max(0, size - 3 * Self.longestLine)
        let bytes = try onDisk { () throws(FileError) in try file.read(at: start, count: size - start) }
        var rest = bytes[..<(bytes.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0)]
        var line = Self.lastLine(rest)
        if line.contains(0) {
            rest = rest[..<line.startIndex]
            line = Self.lastLine(rest)
        }
        guard line.startIndex > 0 || start == 0 else { throw .unreadableEnd }
        end = start + rest.count
        torn = size - end
        digest = rest.isEmpty ? JournalHead().digest : SHA256.hash(Array(line))
    }

    static let newline = UInt8(ascii: "\n")

    /// Without its newline.
    private static func lastLine(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let line = bytes.dropLast()
        return line[(line.lastIndex(of: newline).map { $0 + 1 } ?? line.startIndex)...]
    }
}
