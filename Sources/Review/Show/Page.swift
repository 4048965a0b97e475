// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Lines of at most 80 columns, made of labels and phrases.
struct Page {
    private static let width = 80
    /// Stands for a blank inside an address while lines are broken.
    private static let tie: Character = "\u{1}"

    private(set) var lines: [String] = []

    var text: String { lines.map { $0 + "\n" }.joined() }

    mutating func blank() { lines.append("") }
    mutating func line(_ text: String) { lines.append(text) }

    /// A phrase behind a label.
    ///
    /// - Parameters:
    ///   - columns: how wide the label is on the screen, when it holds colour codes.
    ///   - indent: where further lines begin; below the phrase when nil.
    mutating func entry(_ label: String, _ phrase: Phrase, columns: Int? = nil, indent: Int? = nil) {
        let columns = columns ?? label.utf8.count
        let indent = indent ?? columns
        let pad = String(repeating: " ", count: indent)
        let broken = Self.broken(phrase, first: Self.width - columns, further: Self.width - indent)
        for (index, line) in broken.enumerated() { lines.append((index == 0 ? label : pad) + line) }
    }

    /// A phrase in lines, broken at blanks; an address stays on one line when it fits there.
    private static func broken(_ phrase: Phrase, first: Int, further: Int) -> [String] {
        var lines: [String] = []
        var line: String?
        for word in tied(phrase).split(separator: " ", omittingEmptySubsequences: false) {
            for piece in pieces(of: word, further) {
                let room = lines.isEmpty ? first : further
                if let begun = line, begun.utf8.count + 1 + piece.utf8.count <= room {
                    line = begun + " " + piece
                } else if line == nil, piece.utf8.count <= room {
                    line = String(piece)
                } else {
                    lines.append(line ?? "")
                    line = String(piece)
                }
            }
        }
        if let line { lines.append(line) }
        return lines.map { String($0.map { $0 == tie ? " " : $0 }) }
    }

    /// A word that is wider than a line is cut: an address between its groups, anything else where the line ends.
    private static func pieces(of word: Substring, _ width: Int) -> [Substring] {
        if word.utf8.count <= width { return [word] }
        if word.contains(tie) { return word.split(separator: tie) }
        var rest = word
        var pieces: [Substring] = []
        while !rest.isEmpty {
            pieces.append(rest.prefix(width))
            rest = rest.dropFirst(width)
        }
        return pieces
    }

    private static func tied(_ phrase: Phrase) -> String {
        var text = ""
        for span in phrase.spans {
            switch span {
            case .words(let words): text += words
            case .address(let address): text += grouped(address.text, by: tie)
            }
        }
        return text
    }

    /// Groups of four characters, so that an eye finds its place again.
    static func grouped(_ text: String, by separator: Character = " ") -> String {
        var grouped = ""
        for (index, character) in text.enumerated() {
            if index > 0, index % 4 == 0 { grouped.append(separator) }
            grouped.append(character)
        }
        return grouped
    }
}
