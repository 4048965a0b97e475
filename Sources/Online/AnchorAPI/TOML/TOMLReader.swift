// SPDX-License-Identifier: Apache-2.0

import Codec

/// A parser for TOML documents: lines, headers, keys and inline tables. Extensions parse values.
struct TOMLReader {
    let bytes: [UInt8]
    var offset = 0
    /// The current line, counted from 1.
    var line = 1
    /// Whether statements are recorded.
    private let isRecording: Bool
    /// What was read so far; the members of an inline table precede its own key.
    private(set) var statements: [TOMLStatement] = []
    /// Where the next key belongs.
    private var place: (path: [String], isInline: Bool, isInList: Bool) = ([], false, false)
    /// The headers of the arrays of tables.
    private var lists: Set<[String]> = []

    /// - Parameter isRecording: whether to keep `statements`.
    init(_ bytes: [UInt8], isRecording: Bool = false) throws(TOMLError) {
        self.isRecording = isRecording
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        self.bytes = bytes.starts(with: mark) ? Array(bytes[mark.count...]) : bytes
        if String(validating: self.bytes, as: UTF8.self) == nil {
            throw TOMLError(line: Self.lineOfFault(self.bytes), reason: "not UTF-8 text")
        }
    }

    /// The first line that is not UTF-8: a line feed is never part of another character.
    private static func lineOfFault(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func next(is text: StaticString) -> Bool {
        offset + text.utf8CodeUnitCount <= bytes.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    func fault(_ reason: String) -> TOMLError { TOMLError(line: line, reason: reason) }

    mutating func pass(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar, _ place: String) throws(TOMLError) {
        guard pass(character) else { throw fault("expected '\(character)' \(place)") }
    }

    mutating func document() throws(TOMLError) -> TOMLTable {
        let root = TOMLNode(.header)
        // Depth is counted from the root: the depth of keys and values adds to that of their header.
        var section = (table: root, depth: 0)
        while try skipLines() {
            if next == UInt8(ascii: "[") {
                section = try header(below: root)
            } else {
                try keyValue(into: section.table, depth: section.depth)
            }
            try endLine()
        }
        return root.table
    }

    // MARK: - Blanks and lines

    mutating func skipBlanks() {
        while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
    }

    /// Skips blank lines and comments.
    ///
    /// - Returns: whether something follows.
    mutating func skipLines() throws(TOMLError) -> Bool {
        repeat {
            skipBlanks()
            try skipComment()
        } while try passLineEnd()
        return next != nil
    }

    private mutating func endLine() throws(TOMLError) {
        skipBlanks()
        try skipComment()
        guard next == nil else {
            guard try passLineEnd() else { throw fault("unexpected text after the end of a value or header") }
            return
        }
    }

    private mutating func skipComment() throws(TOMLError) {
        guard next == UInt8(ascii: "#") else { return }
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            try checkCharacter(byte)
            offset += 1
        }
    }

    mutating func passLineEnd() throws(TOMLError) -> Bool {
        switch next {
        case UInt8(ascii: "\n"): offset += 1
        case UInt8(ascii: "\r"):
            guard next(is: "\r\n") else { throw fault("carriage return without a line feed") }
            offset += 2
        default: return false
        }
        line += 1
        return true
    }

    /// Refuses control characters other than the tab.
    func checkCharacter(_ byte: UInt8) throws(TOMLError) {
        guard byte >= 0x20 && byte != 0x7f || byte == 0x09 else { throw fault("control character") }
    }

    // MARK: - Keys

    private func checkDepth(_ depth: Int) throws(TOMLError) {
        guard depth <= TOML.maximumDepth else { throw fault("nested deeper than \(TOML.maximumDepth) levels") }
    }

    mutating func nested<R>(
        _ depth: Int, _ body: (inout TOMLReader, Int) throws(TOMLError) -> R
    ) throws(TOMLError) -> R {
        try checkDepth(depth + 1)
        return try body(&self, depth + 1)
    }

    /// The parts of a dotted key: at least one.
    private mutating func key(depth: Int) throws(TOMLError) -> (path: [ExactText], last: ExactText) {
        var path: [ExactText] = []
        while true {
            skipBlanks()
            let part = ExactText(try keyPart())
            skipBlanks()
            guard pass(".") else { return (path, part) }
            path.append(part)
            try checkDepth(depth + path.count + 1)
        }
    }

    private mutating func keyPart() throws(TOMLError) -> String {
        switch next {
        case UInt8(ascii: "\""): return try basicString()
        case UInt8(ascii: "'"): return try literalString()
        default:
            let start = offset
            while let byte = next, Self.isBareKey(byte) { offset += 1 }
            guard start < offset else { throw fault("expected a key") }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }
    }

    private static func isBareKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: - Tables

    /// `[a.b]` or `[[a.b]]`.
    private mutating func header(below root: TOMLNode) throws(TOMLError) -> (table: TOMLNode, depth: Int) {
        let isList = next(is: "[[")
        let (start, first) = (offset, line)
        offset += isList ? 2 : 1
        let (path, last) = try key(depth: 0)
        try expect("]", "at the end of the header")
        if isList { try expect("]", "at the end of the header") }
        let depth = path.count + (isList ? 2 : 1)
        try checkDepth(depth)
        if isRecording {
            note(header: (path + [last]).map(\.text), isList: isList, line: first, extent: start..<offset)
        }
        var table = root
        for part in path { table = try step(from: table, to: part) }
        return (isList ? try listEntry(last, in: table) : try section(last, in: table), depth)
    }

    /// Records a header, below which the next keys belong.
    private mutating func note(header path: [String], isList: Bool, line: Int, extent: Range<Int>) {
        if isList { lists.insert(path) }
        let isInList = !lists.isEmpty && path.indices.contains { lists.contains(Array(path[...$0])) }
        place = (path, false, isInList)
        statements.append(
            TOMLStatement(
                path: path, line: line, value: nil, isInline: false, isInList: isInList, extent: extent,
                valueExtent: extent.upperBound..<extent.upperBound))
    }

    private func step(from table: TOMLNode, to part: ExactText) throws(TOMLError) -> TOMLNode {
        switch table[part] {
        case nil:
            let made = TOMLNode(.path)
            table.add(part, .node(made))
            return made
        case .node(let node)?: return node
        case .tables(let tables)?:
            guard let node = tables.last else { throw fault("empty array of tables") }
            return node
        case .value?: throw fault("the header names a value as a table")
        }
    }

    private func section(_ last: ExactText, in table: TOMLNode) throws(TOMLError) -> TOMLNode {
        switch table[last] {
        case nil:
            let made = TOMLNode(.header)
            table.add(last, .node(made))
            return made
        case .node(let node)? where node.origin == .path:
            node.origin = .header
            return node
        default: throw fault("the table is defined twice")
        }
    }

    private func listEntry(_ last: ExactText, in table: TOMLNode) throws(TOMLError) -> TOMLNode {
        if table[last] == nil {
            let made = TOMLNode(.header)
            table.add(last, .tables([made]))
            return made
        }
        guard let made = table.appendTable(last) else { throw fault("the header is not an array of tables") }
        return made
    }

    private mutating func keyValue(into table: TOMLNode, depth: Int) throws(TOMLError) {
        skipBlanks()
        let (start, first) = (offset, line)
        let (path, last) = try key(depth: depth)
        var table = table
        for part in path {
            switch table[part] {
            case nil:
                let made = TOMLNode(.dottedKey)
                table.add(part, .node(made))
                table = made
            case .node(let node)? where node.origin == .dottedKey: table = node
            default: throw fault("the dotted key adds to something defined elsewhere")
            }
        }
        guard table[last] == nil else { throw fault("the key is defined twice") }
        try expect("=", "after the key")
        skipBlanks()
        let (outer, valueStart) = (place, offset)
        if isRecording { place = (outer.path + (path + [last]).map(\.text), true, outer.isInList) }
        let value = try value(depth: depth + path.count)
        if isRecording {
            statements.append(
                TOMLStatement(
                    path: place.path, line: first, value: value, isInline: outer.isInline, isInList: outer.isInList,
                    extent: start..<offset, valueExtent: valueStart..<offset))
            place = outer
        }
        table.add(last, .value(value))
    }

    /// `{ a = 1, b.c = 2 }`, on one line.
    mutating func inlineTable(depth: Int) throws(TOMLError) -> TOML {
        offset += 1
        let table = TOMLNode(.inline)
        skipBlanks()
        if pass("}") { return .table(TOMLTable()) }
        while true {
            try keyValue(into: table, depth: depth)
            skipBlanks()
            if pass("}") { return .table(table.table) }
            try expect(",", "or '}' in the inline table")
        }
    }
}

/// A key with its value, or a header, as it stands in a document. Offsets count the document's bytes after a byte order
/// mark.
package struct TOMLStatement: Hashable, Sendable {
    /// The whole path from the root, with that of the header above.
    package let path: [String]
    /// The line on which it begins, counted from 1.
    package let line: Int
    /// Nil for a header.
    package let value: TOML?
    /// Whether it is a member of an inline table, and not a line of its own.
    package let isInline: Bool
    /// Whether it belongs to an array of tables: the path is then not unique.
    package let isInList: Bool
    /// From the first byte of the key or header to the last one of the value or header.
    package let extent: Range<Int>
    /// The value's part of the extent; empty for a header.
    package let valueExtent: Range<Int>
}
