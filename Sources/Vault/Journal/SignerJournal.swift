// SPDX-License-Identifier: Apache-2.0
import SafeFiles
import SodiumKit

/// What the signer signed: an append-only file of one line of JSON each, every line naming the SHA-256 of the line
/// before, so that nothing before the last line can be changed, taken out or put in unseen.
///
/// An intent is on the disk before a signature exists, its outcome after. The chain and the check of each line show accidents and
/// clumsy changes; that its end was cut off or that it was replaced shows in the seals of the keys (`VaultState`).
package struct SignerJournal: Sendable {
    private let folder: String
    private var path: String { folder + "/journal" }
    /// What a power cut tore off is moved here.
    private var tornPath: String { path + ".torn" }
    private var lockPath: String { Self.lockPath(folder) }

    /// The journal of the vault in this folder.
    package init(folder: String) { self.folder = folder }

    static func lockPath(_ folder: String) -> String { folder + "/journal.lock" }

    /// Reads and checks the whole journal.
    ///
    /// - Throws: `.brokenChain`, `.damaged`, `.lineTooLong`, `.file`; a journal that is not there is an empty one.
    package func history() throws(JournalError) -> SignerHistory { try history(marking: []) }

    /// The same, with the SHA-256 of some of its lines.
    func history(marking lines: Set<Int>) throws(JournalError) -> SignerHistory {
        var history = SignerHistory()
        try read(marking: lines) { (_, entry) throws(JournalError) in
            history.add(entry)
        } done: { scan, torn in
            history.head = scan.head
            history.marks = scan.marks
            history.torn = torn
        }
        return history
    }

    /// A history with what was written since it was read.
    package func history(after earlier: SignerHistory) throws(JournalError) -> SignerHistory {
        try history(after: earlier, marking: [])
    }

    func history(after earlier: SignerHistory, marking lines: Set<Int>) throws(JournalError) -> SignerHistory {
        var history = earlier
        history.marks[earlier.head.lines] = earlier.head.digest
        try read(from: earlier.head, marking: lines) { (_, entry) throws(JournalError) in
            history.add(entry)
        } done: { scan, torn in
            history.head = scan.head
            history.marks.merge(scan.marks) { $1 }
            history.torn = torn
        }
        return history
    }

    /// Gives every entry and the number of its line to `body`, oldest first, checking the chain on the way.
    ///
    /// - Throws: what `history` throws, and what `body` throws.
    package func visit(_ body: (Int, JournalEntry) throws(JournalError) -> Void) throws(JournalError) {
        try read(body, done: { _, _ in })
    }

    /// Writes down what is about to be signed; when it returns, this is on the disk.
    ///
    /// - Parameter history: what the review was made from.
    /// - Throws: `.changedMeanwhile` when another program has since signed this hash, or something else with its sequence
    ///   number; what `history` throws; `.file` when it cannot be written: then nothing may be signed.
    package func record(_ intent: SigningIntent, after history: SignerHistory) throws(JournalError) {
        try record([intent], after: history)
    }

    /// The same for all of a batch.
    package func record(_ intents: [SigningIntent], after history: SignerHistory) throws(JournalError) {
        try writing { (file, tail) throws(JournalError) in
            var now = history
            var scan = JournalScan(from: history.head)
            try scan.run(file, to: tail.end) { (_, entry) throws(JournalError) in now.add(entry) }
            guard tail.end >= history.head.size else { throw .shortened }
            for intent in intents where now.concerning(intent) != history.concerning(intent) { throw .changedMeanwhile }
            return intents.map { .intent($0) }
        }
    }

    /// Writes down what became of an intent; when it returns, this is on the disk.
    ///
    /// - Throws: `.file`.
    package func record(_ outcome: SigningOutcome) throws(JournalError) { try record([outcome]) }

    /// The same for all of a batch.
    package func record(_ outcomes: [SigningOutcome]) throws(JournalError) {
        try writing { (_, _) throws(JournalError) in outcomes.map { .outcome($0) } }
    }

    /// Writes down that book or policy was changed; when it returns, this is on the disk.
    ///
    /// - Throws: `.file`.
    func record(_ change: ListChange) throws(JournalError) {
        try writing { (_, _) throws(JournalError) in [.change(change)] }
    }

    private func read(
        from head: JournalHead = JournalHead(), marking lines: Set<Int> = [],
        _ body: (Int, JournalEntry) throws(JournalError) -> Void, done: (JournalScan, Int) -> Void
    ) throws(JournalError) {
        guard SafeFiles.exists(path) else { return }
        // So that a line which another program is just writing is not taken for a torn one. Where the file of the lock is neither
        // there nor can be made, nobody writes.
        let lock = try? FileLock(reading: lockPath)
        defer { withExtendedLifetime(lock) {} }
        let file = try onDisk { () throws(FileError) in try AppendFile(reading: path) }
        let tail = try JournalTail(of: file)
        guard tail.end >= head.size else { throw .shortened }
        var scan = JournalScan(from: head, marking: lines)
        try scan.run(file, to: tail.end, body)
        done(scan, tail.torn)
    }

    /// - Parameter entries: what to write, in view of what is there.
    private func writing(
        _ entries: (borrowing AppendFile, JournalTail) throws(JournalError) -> [JournalEntry]
    ) throws(JournalError) {
        try onDisk { () throws(FileError) in try SafeFiles.createFolder(folder) }
        let lock = try onDisk { () throws(FileError) in try FileLock(path: lockPath) }
        defer { withExtendedLifetime(lock) {} }
        let file = try onDisk { () throws(FileError) in try AppendFile(creating: path) }
        let tail = try JournalTail(of: file)
        let blocks = try Self.blocks(of: try entries(file, tail), after: tail.digest)
        try onDisk { () throws(FileError) in
            try putAside(tail, of: file)
            for block in blocks { try file.append(block) }
        }
    }

    /// The lines of some entries, as many in a block as the longest line is long: no power cut leaves more behind than the
    /// next program can tell from whole lines.
    private static func blocks(of entries: [JournalEntry], after digest: [UInt8]) throws(JournalError) -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        var digest = digest
        for entry in entries {
            let line = entry.line(after: digest)
            digest = SHA256.hash(line)
            guard line.count < JournalTail.longestLine else { throw .entryTooLarge(bytes: line.count + 1) }
            if let size = blocks.last?.count, size + line.count < JournalTail.longestLine {
                blocks[blocks.count - 1] += line + [JournalTail.newline]
            } else {
                blocks.append(line + [JournalTail.newline])
            }
        }
        return blocks
    }

    /// Keeps what a power cut tore off in a file of its own, then cuts it off.
    private func putAside(_ tail: JournalTail, of file: borrowing AppendFile) throws(FileError) {
        guard tail.torn > 0 else { return }
        let torn = try file.read(at: tail.end, count: tail.torn)
        try AppendFile(creating: tornPath).append(torn + [JournalTail.newline])
        try file.truncate(to: tail.end)
    }
}
