// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar

/// A page for paper: what is to be known about a backup or about addresses, and room to write by hand. It contains no
/// secret: what is secret is written on it with a pen.
///
/// It is a value, which is written as text or, by `html`, as a page for any browser. All its text is printable ASCII.
package struct Sheet: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case heading(String)
        case text(Wording)
        /// A value under a short label.
        case fact(String, Wording)
        /// A digest under a short label, in hexadecimal digits of one width.
        case digest(String, [UInt8])
        /// An account or address, whole: in groups of four characters, with a QR code on a page.
        case address(name: String, String, notes: [Wording])
        /// A command to copy.
        case command(NextStep)
        /// Numbered boxes, to write into.
        case boxes(Int)
        /// Lines to fill in, each with its label.
        case blanks([String])
        /// What follows begins on another page of paper.
        case pageBreak
    }

    package let title: String
    package let parts: [Part]

    init(_ title: String, _ parts: [Part]) {
        self.title = title
        self.parts = parts
    }

    /// The groups of a line; an account takes two lines.
    static let groupsInLine = 7

    /// An address in lines of so many groups.
    static func lines(of address: String) -> [String] {
        let groups = GroupsOfFour.of(address)
        return stride(from: 0, to: groups.count, by: groupsInLine).map {
            groups[$0..<min($0 + groupsInLine, groups.count)].joined(separator: " ")
        }
    }
}

extension Sheet {
    /// Of paper; a terminal may have fewer.
    private static let columns = 78
    private static let boxWidth = 26

    /// The sheet as lines of text, for a printer without a browser.
    ///
    /// - Parameter columns: of the terminal that shows it; nil for paper.
    package func text(in style: some WordingStyle, columns: Int? = nil) -> String {
        let columns = min(columns ?? Self.columns, Self.columns)
        var lines = [title, String(repeating: "=", count: title.utf8.count)]
        for part in parts {
            switch part {
            case .heading(let text): lines += ["", text, String(repeating: "-", count: text.utf8.count)]
            case .text(let wording): lines += Self.wrapped(wording.text(in: style), columns)
            case .fact(let label, let wording):
                // Below the paragraph or the address before it.
                if lines.last?.hasPrefix("    ") == true { lines.append("") }
                lines += Self.hanging(label, Self.wrapped(wording.text(in: style), columns - 12))
            case .digest(let label, let bytes): lines += Self.hanging(label, [Hex.encode(bytes)])
            case .address(let name, let address, let notes):
                lines += ["", name] + Self.lines(of: address).map { "    \($0)" }
                for note in notes {
                    lines += Self.wrapped(note.text(in: style), columns - 4).map { "    \($0)" }
                }
            case .command(let step): lines += ["", "    " + style.text(of: step), ""]
            case .boxes(let count): lines += [""] + Self.boxes(count, columns)
            case .blanks(let labels):
                let line = String(repeating: "_", count: max(4, min(50, columns - 20)))
                for label in labels { lines += ["", Self.padded(label, 20) + line] }
                lines.append("")
            case .pageBreak: lines += ["", "\u{c}" + title, String(repeating: "=", count: title.utf8.count)]
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.utf8.count))
    }

    private static func hanging(_ label: String, _ lines: [String]) -> [String] {
        lines.enumerated().map { padded($0.offset == 0 ? label : "", 12) + $0.element }
    }

    /// Numbered down the columns, as on a page.
    private static func boxes(_ count: Int, _ columns: Int) -> [String] {
        let boxesInLine = max(1, columns / boxWidth)
        let rows = (count + boxesInLine - 1) / boxesInLine
        var lines: [String] = []
        for row in 0..<rows {
            var line = ""
            for number in stride(from: row + 1, through: count, by: rows) {
                let label = (number < 10 ? " " : "") + "\(number)  "
                line += padded(label + String(repeating: "_", count: boxWidth - 8), boxWidth)
            }
            while line.last == " " { line.removeLast() }
            lines += [line, ""]
        }
        return lines
    }

    private static func wrapped(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
