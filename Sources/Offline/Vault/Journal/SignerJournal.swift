// SPDX-License-Identifier: Apache-2.0
import SafeFiles
import SodiumKit

/// What the signer signed: an append-only file of one line of JSON each. Every line names the SHA-256 of the line before and is
/// signed by the record key of the key that wrote it.
///
/// An intent is on the disk before a signature exists, its outcome after. Which lines prove something to a key is for `RecordView`
/// to say; that the end was cut off, or the file replaced, shows in the seals (`VaultState`).
package struct SignerJournal: Sendable {
    private let folder: String
    private var path: String { folder + "/journal" }
    /// What a power cut tore off is moved here.
    private var tornPath: String { path + ".torn" }
    private var lockPath: String { Self.lockPath(folder) }

    /// The journal of the vault in this folder.
    package init(folder: String) { self.folder = folder }

    static func lockPath(_ folder: String) -> String { folder + "/journal.lock" }

    /// Reads the whole journal and checks its chain; whoever signed the lines.
    ///
    /// - Throws: `.brokenChain`, `.damaged`, `.lineTooLong`, `.file`; a journal that is not there is an empty one.
    package func history() throws(JournalError) -> SignerHistory {
        var history = SignerHistory()
        let end = try read { (line) throws(JournalError) in history.add(line.entry) }
        history.head = end.head
        history.torn = end.torn
        return history
    }

    /// Gives every entry and the number of its line to `body`, oldest first, checking the chain on the way.
    ///
    /// - Throws: what `history` throws, and what `body` throws.
    package func visit(_ body: (Int, JournalEntry) throws(JournalError) -> Void) throws(JournalError) {
        _ = try read { (line) throws(JournalError) in try body(line.number, line.entry) }
    }

    /// Writes down what is about to be signed; when it returns, this is on the disk.
    ///
    /// - Parameters:
    ///   - history: what the review was made from.
    ///   - key: signs the lines.
    /// - Throws: `.changedMeanwhile` when another program has since signed this hash, or something else with its sequence
    ///   number; what `history` throws; `.file` when it cannot be written: then nothing may be signed.
    package func record(
        _ intents: [SigningIntent], after history: SignerHistory, by key: borrowing RecordKey
    ) throws(JournalError) {
        try writing { (file, tail) throws(JournalError) in
            try check(intents, after: history, file, to: tail.end)
            return try Self.blocks(of: intents.map { .intent($0) }, after: tail.digest) {
                (entry, digest) throws(SodiumError) in try entry.line(after: digest, by: key)
            }
        }
    }

    /// Writes down what became of intents, a change of book or policy, or a number that was seen; when it returns, this is on the
    /// disk.
    ///
    /// - Throws: `.file`.
    package func record(_ entries: [JournalEntry], by key: borrowing RecordKey) throws(JournalError) {
        try writing { (_, tail) throws(JournalError) in
            try Self.blocks(of: entries, after: tail.digest) { (entry, digest) throws(SodiumError) in
                try entry.line(after: digest, by: key)
            }
        }
    }

    /// Writes lines as releases before signatures did, for tests: they prove nothing.
    func record(unsigned entries: [JournalEntry], after history: SignerHistory? = nil) throws(JournalError) {
        try writing { (file, tail) throws(JournalError) in
            if let history {
                let intents = entries.compactMap { if case .intent(let intent) = $0 { intent } else { nil } }
                try check(intents, after: history, file, to: tail.end)
            }
            return try Self.blocks(of: entries, after: tail.digest) { (entry, digest) in entry.line(after: digest) }
        }
    }

    private func check(
        _ intents: [SigningIntent], after history: SignerHistory, _ file: borrowing AppendFile, to end: Int
    ) throws(JournalError) {
        var now = history
        var scan = JournalScan(from: history.head)
        try scan.run(file, to: end) { (line) throws(JournalError) in now.add(raising: line.entry) }
        guard end >= history.head.size else { throw .shortened }
        for intent in intents where now.concerning(intent) != history.concerning(intent) { throw .changedMeanwhile }
    }

    /// Gives every line behind `head` to `body`, oldest first, checking the chain on the way.
    ///
    /// - Parameter lines: those whose SHA-256 is wanted.
    /// - Returns: how far the journal goes, how many bytes behind that are torn, and what was wanted.
    func read(
        after head: JournalHead = JournalHead(), marking lines: Set<Int> = [],
        _ body: (JournalLine) throws(JournalError) -> Void
    ) throws(JournalError) -> (head: JournalHead, torn: Int, marks: [Int: [UInt8]]) {
        guard SafeFiles.exists(path) else { return (head, 0, [:]) }
        // So that a line which another program is just writing is not taken for a torn one. Where the file of the lock is neither
        // there nor can be made, no one writes.
        let lock = try? FileLock(reading: lockPath)
        defer { withExtendedLifetime(lock) {} }
        let file = try onDisk { () throws(FileError) in try AppendFile(reading: path) }
        let tail = try JournalTail(of: file)
        guard tail.end >= head.size else { throw .shortened }
        var scan = JournalScan(from: head, marking: lines)
        try scan.run(file, to: tail.end, body)
        return (scan.head, tail.torn, scan.marks)
    }

    /// - Parameter blocks: what to write, in view of what is there.
    private func writing(
        _ blocks: (borrowing AppendFile, JournalTail) throws(JournalError) -> [[UInt8]]
    ) throws(JournalError) {
        try onDisk { () throws(FileError) in try SafeFiles.createFolder(folder) }
        let lock = try onDisk { () throws(FileError) in try FileLock(path: lockPath) }
        defer { withExtendedLifetime(lock) {} }
        let file = try onDisk { () throws(FileError) in try AppendFile(creating: path) }
        let tail = try JournalTail(of: file)
        let blocks = try blocks(file, tail)
        try onDisk { () throws(FileError) in
            try putAside(tail, of: file)
            for block in blocks { try file.append(block) }
        }
    }

    /// The lines of some entries, as many in a block as the longest line is long: no power cut leaves more behind than the
    /// next program can tell from whole lines.
    private static func blocks(
        of entries: [JournalEntry], after digest: [UInt8],
        _ write: (JournalEntry, [UInt8]) throws(SodiumError) -> [UInt8]
    ) throws(JournalError) -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        var digest = digest
        for entry in entries {
            let line: [UInt8]
            do { line = try write(entry, digest) } catch { throw .cannotSign }
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
