// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles

/// Iterates over the lines of a journal and verifies that each follows the previous one. Holds one line and one block of the file in
/// memory, however long the journal is.
struct JournalScan {
    private(set) var head: JournalHead
    /// The lines whose SHA-256 is collected in `marks`.
    private let wanted: Set<Int>
    private(set) var marks: [Int: [UInt8]] = [:]
    private static let block = 256 << 10

    init(from head: JournalHead, marking wanted: Set<Int> = []) {
        self.head = head
        self.wanted = wanted
    }

    /// Passes every line between the head and `end` to `body`.
    mutating func run(
        _ file: borrowing AppendFile, to end: Int, _ body: (JournalLine) throws(SignerJournalError) -> Void
    ) throws(SignerJournalError) {
        var offset = head.size
        var pending: [UInt8] = []
        while offset < end {
            let block = try read(file, at: offset, count: min(Self.block, end - offset))
            offset += block.count
            pending += block
            try takeLines(&pending, body)
            guard pending.count < JournalTail.longestLine else { throw .lineTooLong(line: head.lines + 1) }
        }
    }

    /// Removes all complete lines from `bytes`.
    private mutating func takeLines(
        _ bytes: inout [UInt8], _ body: (JournalLine) throws(SignerJournalError) -> Void
    ) throws(SignerJournalError) {
        var start = 0
        while let newline = bytes[start...].firstIndex(of: JournalTail.newline) {
            try take(Array(bytes[start..<newline]), body)
            start = newline + 1
        }
        bytes.removeFirst(start)
    }

    private mutating func take(
        _ line: [UInt8], _ body: (JournalLine) throws(SignerJournalError) -> Void
    ) throws(SignerJournalError) {
        let number = head.lines + 1
        guard line.count < JournalTail.longestLine else { throw .lineTooLong(line: number) }
        let beginning = JournalEntry.beginning + Array(Hex.encode(head.digest).utf8)
        guard line.starts(with: beginning) else { throw .brokenChain(line: number) }
        guard JournalCheck.isRight(line) else { throw .damaged(line: number, reason: "its check is wrong") }
        let found: (entry: JournalEntry, writer: KeyName?)
        do {
            found = try JournalEntry.parse(line)
        } catch {
            throw .damaged(line: number, reason: error.message)
        }
        head = JournalHead(lines: number, size: head.size + line.count + 1, digest: SHA256.hash(line))
        if wanted.contains(number) { marks[number] = head.digest }
        try body(JournalLine(number: number, entry: found.entry, writer: found.writer, bytes: line))
    }

    private func read(_ file: borrowing AppendFile, at offset: Int, count: Int) throws(SignerJournalError) -> [UInt8] {
        do {
            let block = try file.read(at: offset, count: count)
            guard !block.isEmpty else { throw SignerJournalError.shortened }
            return block
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .shortened
        }
    }
}
