// SPDX-License-Identifier: Apache-2.0

struct Token: Hashable {
    let text: String
    let line: Int
    /// The token's bytes in the file; used to quote definitions.
    let range: Range<Int>
}

/// Splits a schema file into words, numbers and punctuation; drops comments.
struct Lexer {
    private let bytes: [UInt8]
    private let file: String
    private var at = 0
    private var line = 1

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    mutating func tokens() throws(SchemaError) -> [Token] {
        var found: [Token] = []
        while try skipBlanks() {
            let start = at
            if isWord(bytes[at]) || bytes[at] == UInt8(ascii: "-") {
                at += 1
                while at < bytes.count, isWord(bytes[at]) { at += 1 }
            } else if "{}()[]<>=;:,*".utf8.contains(bytes[at]) {
                at += 1
            } else {
                throw SchemaError(file: file, line: line, what: "unexpected byte \(bytes[at])")
            }
            let text = String(decoding: bytes[start..<at], as: UTF8.self)
            found.append(Token(text: text, line: line, range: start..<at))
        }
        return found
    }

    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// False at the end of the file.
    private mutating func skipBlanks() throws(SchemaError) -> Bool {
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\n"):
                line += 1
                at += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): at += 1
            case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/"):
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
            case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "*"):
                try skipBlockComment()
            default: return true
            }
        }
        return false
    }

    private mutating func skipBlockComment() throws(SchemaError) {
        let opened = line
        at += 2
        while at + 1 < bytes.count {
            if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
                at += 2
                return
            }
            if bytes[at] == UInt8(ascii: "\n") { line += 1 }
            at += 1
        }
        throw SchemaError(file: file, line: opened, what: "comment is not closed")
    }
}
