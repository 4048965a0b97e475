// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles

/// Iterates over the lines of a journal and verifies that each follows the previous one. Holds one line and one block
/// of the file in memory, however long the journal is.
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

/// The end of a journal: its last complete line, and an incomplete one left behind by a power cut.
///
/// A line is complete once its newline is on the disk. A last line that contains a zero byte is incomplete too: a file
/// system may have kept the length of the data but not its content. Valid lines contain no zero byte.
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

/// One line of the journal, parsed and verified to follow the previous line.
package struct JournalLine: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let entry: JournalEntry
    /// The key that the line names as its signer; nil for an unsigned line, as earlier releases wrote them.
    package let writer: KeyName?
    /// The bytes of the line, without the newline.
    let bytes: [UInt8]

    func isSigned(by recordKey: [UInt8]) -> Bool { JournalProof.isRight(bytes, by: recordKey) }
}

/// A set of line numbers, stored as ascending ranges.
package struct LineRanges: Hashable, Sendable {
    package private(set) var ranges: [ClosedRange<Int>] = []
    /// Maximum number of ranges in a seal. Beyond it the oldest ranges are merged, so that the lines between them count
    /// as unproven too.
    private static let most = 400

    package init() {}

    package var isEmpty: Bool { ranges.isEmpty }

    /// The number of lines.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func contains(_ line: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < line { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(line)
    }

    /// Adds a line that follows all lines in the set.
    mutating func append(_ line: Int) {
        if let last = ranges.last, last.upperBound >= line - 1 {
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, line)
        } else {
            ranges.append(line...line)
        }
        guard ranges.count > Self.most else { return }
        ranges.replaceSubrange(0...1, with: [ranges[0].lowerBound...ranges[1].upperBound])
    }

    func filter(_ isKept: (Int) -> Bool) -> LineRanges {
        var kept = LineRanges()
        for line in ranges.joined() where isKept(line) { kept.append(line) }
        return kept
    }

    var json: JSON { .array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) }) }

    /// - Parameter last: the highest valid line number.
    init(_ fields: JSON, _ key: String, upTo last: Int) throws(JSONError) {
        var before = 0
        for pair in try fields.array(key) {
            guard let bounds = pair.asArray, bounds.count == 2, let first = bounds[0].asInteger(Int.self),
                let end = bounds[1].asInteger(Int.self), before < first, first <= end, end <= last,
                ranges.count < Self.most
            else { throw .wrongType(field: key, expected: "ranges of lines in ascending order") }
            ranges.append(first...end)
            before = end
        }
    }
}

/// Decides which journal lines a key can prove, based on its seal; before the PIN is entered, this assumes that the
/// seal is genuine.
struct LineTrust {
    /// The standing of a line.
    enum Standing: Hashable {
        /// Covered by the seal, or signed by a record key that the key has accepted.
        case proven
        /// Signed by the record key of another key of the vault, which this key has not accepted.
        case stranger(AcceptedKey)
        /// Written by a release that did not sign lines, and not covered by the key's last seal of that release.
        case uncovered
        /// Listed in the seal as unproven, with nothing left to review.
        case settled
        /// Not written by the keys of this vault, as far as can be determined.
        case fault
    }

    private struct Cover {
        let lines: Int
        let unproven: LineRanges
        let unseen: LineRanges
    }

    private var covers: [Cover] = []
    private var accepted: [KeyName: [[UInt8]]] = [:]
    private var others: [KeyName: [UInt8]] = [:]
    /// The standing of an unsigned or wrongly signed line after the seal.
    private var unsigned = Standing.fault

    /// The trust of one key. A key without a seal can prove only the lines that it has signed itself.
    ///
    /// - Parameter recordKey: the key's own, once its PIN has been entered.
    init(of key: KeyName, in seals: [KeyName: KeySeal], recordKey: [UInt8]? = nil) {
        for (name, seal) in seals { others[name] = seal.recordKey }
        guard let seal = seals[key] else {
            if let recordKey { accepted[key] = [recordKey] }
            unsigned = .settled
            return
        }
        add(seal)
        if seal.recordKey == nil { unsigned = .uncovered }
    }

    /// The union of what the keys of the vault could prove, for detecting contradictions, which need no proof.
    init(forLooking seals: [KeyName: KeySeal]) {
        for seal in seals.values { add(seal) }
    }

    private mutating func add(_ seal: KeySeal) {
        covers.append(Cover(lines: seal.journalLines, unproven: seal.unproven, unseen: seal.unseen))
        if let own = seal.recordKey { accepted[seal.key, default: []].append(own) }
        for key in seal.accepted { accepted[key.name, default: []].append(key.recordKey) }
    }

    /// The standing of a line for several keys: proven only if every key can prove it. Without keys, no line is proven.
    static func standing(of line: JournalLine, by trusts: [LineTrust]) -> Standing {
        var weakest = trusts.isEmpty ? Standing.settled : .proven
        for trust in trusts where weakest == .proven { weakest = trust.standing(of: line) }
        return weakest
    }

    func standing(of line: JournalLine) -> Standing {
        var isSettled = false
        var isUnseen = false
        for cover in covers where line.number <= cover.lines {
            guard cover.unproven.contains(line.number) else { return .proven }
            if cover.unseen.contains(line.number) { isUnseen = true } else { isSettled = true }
        }
        if let writer = line.writer, accepted[writer]?.contains(where: { line.isSigned(by: $0) }) == true {
            return .proven
        }
        if isSettled || unsigned == .settled { return .settled }
        guard let writer = line.writer else { return isUnseen ? .uncovered : unsigned }
        if let other = others[writer], line.isSigned(by: other) {
            return .stranger(AcceptedKey(name: writer, recordKey: other))
        }
        return .fault
    }
}
