// SPDX-License-Identifier: Apache-2.0

import Crypto
import SafeFiles

/// The end of a journal: its last complete line, and an incomplete one left behind by a power cut.
///
/// A line is complete once its newline is on the disk. A last line that contains a zero byte is incomplete too: a file system may have
/// kept the length of the data but not its content. Valid lines contain no zero byte.
struct JournalTail: Hashable {
    /// Size of all complete lines in bytes.
    let end: Int
    /// Number of bytes after them that do not form a line.
    let torn: Int
    /// SHA-256 of the last complete line, or zeros.
    let digest: [UInt8]

    /// Maximum length of a line in bytes, including its newline.
    static let longestLine = 64 << 10

    /// - Throws: `.unreadableEnd`, `.file`.
    init(of file: borrowing AppendFile) throws(SignerJournalError) {
        let size = try onDisk { () throws(FileError) in try file.size() }
        // Room for an incomplete line, a line of zeros, and the line before them.
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

    /// The last line, without its newline.
    private static func lastLine(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let line = bytes.dropLast()
        return line[(line.lastIndex(of: newline).map { $0 + 1 } ?? line.startIndex)...]
    }
}
