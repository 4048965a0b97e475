// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles

/// The record of what the signer signed: an append-only file with one JSON document per line. Every line contains the
/// SHA-256 of the previous line and is signed by the record key of the key that wrote it.
///
/// An intent is on the disk before a signature exists, its outcome afterwards. `RecordView` decides which lines are
/// proven for a key; the seals (`VaultState`) detect that the journal was truncated or replaced.
package struct SignerJournal: Sendable {
    private let folder: String
    private var path: String { folder + "/journal" }
    /// Incomplete lines left behind by a power cut are moved here.
    private var tornPath: String { path + ".torn" }
    private var lockPath: String { Self.lockPath(folder) }

    /// The journal of the vault in this folder.
    package init(folder: String) { self.folder = folder }

    static func lockPath(_ folder: String) -> String { folder + "/journal.lock" }

    /// Reads the whole journal and verifies its chain, but not the signatures of its lines.
    ///
    /// - Throws: `.brokenChain`, `.damaged`, `.lineTooLong`, `.file`; a missing journal is an empty one.
    package func history() throws(SignerJournalError) -> SignerHistory {
        var history = SignerHistory()
        let end = try read { (line) throws(SignerJournalError) in history.add(line.entry) }
        history.head = end.head
        history.torn = end.torn
        return history
    }

    /// Passes every entry with its line number to `body`, oldest first, and verifies the chain.
    ///
    /// - Throws: the errors of `history`, and those of `body`.
    package func visit(_ body: (Int, JournalEntry) throws(SignerJournalError) -> Void) throws(SignerJournalError) {
        _ = try read { (line) throws(SignerJournalError) in try body(line.number, line.entry) }
    }

    /// Records what is about to be signed; when it returns, the intents are on the disk.
    ///
    /// - Parameters:
    ///   - history: the history on which the review was based.
    ///   - key: signs the lines.
    /// - Throws: `.changedMeanwhile` when another program has since signed this hash, or something else with its
    ///   sequence number; the errors of `history`; `.file` when the journal cannot be written. Nothing may be signed
    ///   then.
    package func record(
        _ intents: [SigningIntent], after history: SignerHistory, by key: borrowing RecordKey
    ) throws(SignerJournalError) {
        try writing { (file, tail) throws(SignerJournalError) in
            try check(intents, after: history, file, to: tail.end)
            return try Self.blocks(of: intents.map { .intent($0) }, after: tail.digest) {
                (entry, digest) throws(SodiumError) in try entry.line(after: digest, by: key)
            }
        }
    }

    /// Records outcomes of intents, changes of book or policy, or seen sequence numbers; when it returns, the entries
    /// are on the disk.
    ///
    /// - Throws: `.file`.
    package func record(_ entries: [JournalEntry], by key: borrowing RecordKey) throws(SignerJournalError) {
        try writing { (_, tail) throws(SignerJournalError) in
            try Self.blocks(of: entries, after: tail.digest) { (entry, digest) throws(SodiumError) in
                try entry.line(after: digest, by: key)
            }
        }
    }

    /// Writes unsigned lines, which are unproven: about keys that were not opened, and for tests, as earlier releases
    /// wrote all.
    func record(unsigned entries: [JournalEntry], after history: SignerHistory? = nil) throws(SignerJournalError) {
        try writing { (file, tail) throws(SignerJournalError) in
            if let history {
                let intents = entries.compactMap { if case .intent(let intent) = $0 { intent } else { nil } }
                try check(intents, after: history, file, to: tail.end)
            }
            return try Self.blocks(of: entries, after: tail.digest) { (entry, digest) in entry.line(after: digest) }
        }
    }

    private func check(
        _ intents: [SigningIntent], after history: SignerHistory, _ file: borrowing AppendFile, to end: Int
    ) throws(SignerJournalError) {
        var now = history
        var scan = JournalScan(from: history.head)
        try scan.run(file, to: end) { (line) throws(SignerJournalError) in now.add(raising: line.entry) }
        guard end >= history.head.size else { throw .shortened }
        for intent in intents where now.concerning(intent) != history.concerning(intent) { throw .changedMeanwhile }
    }

    /// Passes every line after `head` to `body`, oldest first, and verifies the chain.
    ///
    /// - Parameter lines: the lines whose SHA-256 is returned.
    /// - Returns: the head of the journal, the number of bytes after it that are incomplete, and the digests of
    ///   `lines`.
    func read(
        after head: JournalHead = JournalHead(), marking lines: Set<Int> = [],
        _ body: (JournalLine) throws(SignerJournalError) -> Void
    ) throws(SignerJournalError) -> (head: JournalHead, torn: Int, marks: [Int: [UInt8]]) {
        guard SafeFiles.exists(path) else { return (head, 0, [:]) }
        // Without the lock, a line that another program is writing could be taken for an incomplete one. If the lock
        // file does not exist and cannot be created, no program writes.
        let lock = try? FileLock(reading: lockPath)
        defer { withExtendedLifetime(lock) {} }
        let file = try onDisk { () throws(FileError) in try AppendFile(reading: path) }
        let tail = try JournalTail(of: file)
        guard tail.end >= head.size else { throw .shortened }
        var scan = JournalScan(from: head, marking: lines)
        try scan.run(file, to: tail.end, body)
        return (scan.head, tail.torn, scan.marks)
    }

    /// - Parameter blocks: returns the blocks to append to the existing journal.
    private func writing(
        _ blocks: (borrowing AppendFile, JournalTail) throws(SignerJournalError) -> [[UInt8]]
    ) throws(SignerJournalError) {
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

    /// The lines of some entries, in blocks no longer than the longest line, so that a power cut never leaves more
    /// behind than `JournalTail` can distinguish from complete lines.
    private static func blocks(
        of entries: [JournalEntry], after digest: [UInt8],
        _ write: (JournalEntry, [UInt8]) throws(SodiumError) -> [UInt8]
    ) throws(SignerJournalError) -> [[UInt8]] {
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

    /// Moves an incomplete line to a separate file, then truncates the journal.
    private func putAside(_ tail: JournalTail, of file: borrowing AppendFile) throws(FileError) {
        guard tail.torn > 0 else { return }
        let torn = try file.read(at: tail.end, count: tail.torn)
        try AppendFile(creating: tornPath).append(torn + [JournalTail.newline])
        try file.truncate(to: tail.end)
    }
}

/// The position up to which a journal was read, and the digest that the next line must name.
struct JournalHead: Hashable, Sendable {
    /// Number of complete lines.
    var lines = 0
    /// Their size in bytes, including newlines.
    var size = 0
    /// SHA-256 of the last line without its newline; zeros if there is none.
    var digest = [UInt8](repeating: 0, count: SHA256.length)
}

/// The signature of a line by the record key of the key in its member `by`, over a domain separator and the line up to
/// the signature. The line starts with the digest of the previous one, so a signature is valid in one place of one
/// journal only.
enum JournalProof {
    static let domain = Array("Coldstar journal line 1\n".utf8)
    private static let beginning = Array(#","proof":""#.utf8)
    private static let digits = Ed25519.signatureLength * 2

    /// Adds the signature to a JSON document.
    static func adding(to document: [UInt8], by key: borrowing RecordKey) throws(SodiumError) -> [UInt8] {
        let body = Array(document.dropLast())
        return body + beginning + Array(Hex.encode(try key.signature(line: domain + body)).utf8) + Array(#""}"#.utf8)
    }

    /// Whether a complete line, including its check, has a valid signature of this record key.
    static func isRight(_ line: [UInt8], by publicKey: [UInt8]) -> Bool {
        let end = line.count - JournalCheck.length
        let start = end - digits - 1
        guard start >= beginning.count, line[end - 1] == UInt8(ascii: "\""),
            line[(start - beginning.count)..<start].elementsEqual(beginning),
            let signature = try? Hex.decode(String(decoding: line[start..<(end - 1)], as: UTF8.self))
        else { return false }
        return Ed25519.verify(
            signature, message: domain + line[..<(start - beginning.count)], publicKey: publicKey)
    }
}

/// The last member of every line, SHA-256 of the bytes before it. It detects accidental damage to the last line too,
/// which no other line names yet.
enum JournalCheck {
    private static let beginning = Array(#","check":""#.utf8)
    private static let end = Array(#""}"#.utf8)
    private static let digits = 64
    /// Length in bytes of the member and the closing brace.
    static let length = beginning.count + digits + end.count

    /// Turns a JSON document into a line with its check.
    static func adding(to document: [UInt8]) -> [UInt8] {
        let body = Array(document.dropLast())
        return body + beginning + Array(Hex.encode(SHA256.hash(body)).utf8) + end
    }

    static func isRight(_ line: [UInt8]) -> Bool {
        guard line.count > length else { return false }
        return adding(to: Array(line.dropLast(length)) + [UInt8(ascii: "}")]) == line
    }
}
