// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Lays results out for reading. On a terminal lines are broken between words, states come first and in colour, and
/// what only identifies something is dimmed; elsewhere every line is left as it is, for other programs.
package struct TextLayout {
    private enum Style: String {
        case bold = "1"
        case dim = "2"
        case good = "32"
        case attention = "33"
        case bad = "1;31"
        case neutral = "36"
    }

    /// A piece of a line; styles take no columns.
    private struct Piece {
        let text: String
        var style: Style?
    }

    /// The margin of a broken line leaves at least two thirds of the terminal.
    private static func widestMargin(_ columns: Int) -> Int { columns / 3 }

    /// The terminal's width; nil leaves all lines as they are.
    private let columns: Int?
    private let hasColours: Bool
    private let hasMarks: Bool
    /// Whether a word that is longer than a line is cut at the edge; otherwise it is left to the terminal, from which
    /// it can be copied whole.
    private let cutsWords: Bool

    /// - Parameters:
    ///   - columns: the terminal's width; nil if there is no terminal.
    ///   - marks: whether the terminal shows more than ASCII.
    package init(columns: Int?, colours: Bool, marks: Bool, cutsWords: Bool = false) {
        self.columns = columns
        self.cutsWords = cutsWords
        hasColours = colours
        hasMarks = marks
    }

    /// For standard output.
    package static var output: TextLayout { of(Console.outputColumns) }
    /// For standard error.
    package static var error: TextLayout { of(Console.errorColumns) }
    /// For what is said on standard error: errors, notes and facts.
    static var speech: TextLayout { of(Console.errorColumns, cutsWords: true) }
    /// For what people compare on standard output.
    static var comparison: TextLayout { of(Console.outputColumns, cutsWords: true) }

    /// A question laid out for a terminal. The blanks after it, which separate it from the answer, stay.
    static func question(_ text: String, columns: Int?) -> String {
        let layout = of(columns, cutsWords: true)
        guard layout.columns != nil else { return text }
        return layout.lines(text).joined(separator: "\n") + String(text.reversed().prefix { $0 == " " })
    }

    /// Leaves all lines as they are, also on a terminal.
    package static var unbroken: TextLayout { TextLayout(columns: nil, colours: false, marks: false) }

    private static func of(_ columns: Int?, cutsWords: Bool = false) -> TextLayout {
        guard let columns, HeldTerminal.isDrawable else {
            return unbroken
        }
        return TextLayout(
            columns: columns, colours: Console.hasColours, marks: Console.isUnicode, cutsWords: cutsWords)
    }

    /// The lines of a part of a text.
    package func lines(_ part: TextPart) -> [String] {
        switch part {
        case .line(let line): return lines(line.commandText)
        case .facts(let facts, let columns, let indent): return lines(facts, columns, indent: indent)
        case .table(let rows, let rightAligned, let strong):
            return TextTable.cells(rows.map { $0.map(timed) }, rightAligned: rightAligned).flatMap { row in
                broken(row.enumerated().map { Piece(text: $1, style: strong.contains($0) ? .bold : nil) })
            }
        case .findings(let findings, let columns): return findings.flatMap { lines($0, columns) }
        case .item(let item): return columns == nil ? item.lines : lines(timed(item))
        }
    }

    /// The lines of a text, each broken between words.
    func lines(_ text: String) -> [String] {
        TerminalText.lines(of: timed(text)).flatMap { broken([Piece(text: $0)]) }
    }

    /// A text with local times beside those of UTC, on a terminal.
    private func timed(_ text: String) -> String { columns == nil ? text : LocalTimes.applied(to: text) }

    private func timed(_ item: TextItem) -> TextItem {
        var item = item
        item.circumstances = timed(item.circumstances)
        item.title = item.title.map(timed)
        item.details = item.details.map(timed)
        return item
    }

    private func lines(_ facts: [TextFact], _ columns: Int?, indent: Int) -> [String] {
        let facts = facts.map { (label: $0.label.commandText, values: $0.values) }
        let columns = columns ?? (facts.map(\.label.utf8.count).max() ?? 0) + 2
        let margin = String(repeating: " ", count: indent)
        return facts.flatMap { fact in
            fact.values.enumerated().flatMap { place, value in
                let label = Self.padded(place == 0 ? fact.label : "", columns)
                return lines("\(margin)\(label)\(value.commandText)")
            }
        }
    }

    private func lines(_ finding: TextFinding, _ columns: TextFinding.Columns) -> [String] {
        let head = [
            Piece(
                text: String(repeating: " ", count: columns.indent) + Self.padded(finding.subject, columns.subject)),
            Piece(text: mark(finding.tone)), Piece(text: finding.verdict, style: Self.style(finding.tone)),
            Piece(text: Self.blanks(after: finding.verdict, columns.verdict)),
        ]
        let margin = head.reduce(0) { $0 + $1.text.count }
        return broken(
            head + [Piece(text: timed(finding.text.commandText))], margin: min(margin, (self.columns ?? 0) * 2 / 3))
    }

    private static func padded(_ text: String, _ columns: Int) -> String { text + blanks(after: text, columns) }

    /// One at least.
    private static func blanks(after text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(1, columns - text.utf8.count))
    }

    /// State and subject come first, then the circumstances; the identifier, which is long, comes last.
    private func lines(_ item: TextItem) -> [String] {
        let state = Piece(text: item.state, style: Self.style(item.tone))
        let lead = [Piece(text: item.lead), Piece(text: mark(item.tone))]
        let margin = String(repeating: " ", count: item.lead.utf8.count + 4)
        let identifier = margin + painted(item.identifier, .dim)
        guard let title = item.title else {
            let length = lead.reduce(0) { $0 + $1.text.count } + item.lines[0].count - item.lead.count
            guard let columns, length > columns else {
                return broken(
                    lead + [Piece(text: item.identifier + "  ", style: .dim), state, Piece(text: item.circumstances)])
            }
            return broken(lead + [state, Piece(text: item.circumstances)]) + [identifier]
        }
        let circumstances = String(item.circumstances.drop { $0 == " " || $0 == "," })
        return broken(lead + [state, Piece(text: "  "), Piece(text: title, style: .bold)])
            + ([circumstances].filter { !$0.isEmpty } + item.details).flatMap { broken([Piece(text: margin + $0)]) }
            + [identifier]
    }

    private static func style(_ tone: TextTone) -> Style {
        switch tone {
        case .good: .good
        case .neutral: .neutral
        case .attention: .attention
        case .bad: .bad
        }
    }

    private func mark(_ tone: TextTone) -> String {
        guard hasMarks else { return "" }
        return switch tone {
        case .good: "\u{2713} "
        case .neutral: "\u{b7} "
        case .attention: "! "
        case .bad: "\u{2717} "
        }
    }

    private func painted(_ text: String, _ style: Style?) -> String {
        guard hasColours, let style, !text.isEmpty else { return text }
        return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
    }

    /// One line, broken between words so that it fits; a word that is longer than a line stays whole, or is cut.
    ///
    /// - Parameter margin: where further lines begin; nil for below the last column that leaves most of the line.
    private func broken(_ pieces: [Piece], margin: Int? = nil) -> [String] {
        var pieces = pieces
        while let last = pieces.popLast() {
            var text = Substring(last.text)
            while text.last == " " { text.removeLast() }
            if text.isEmpty { continue }
            pieces.append(Piece(text: String(text), style: last.style))
            break
        }
        let plain = pieces.map(\.text).joined()
        guard let columns, plain.count > columns else { return [pieces.map { painted($0.text, $0.style) }.joined()] }
        let widest = margin ?? Self.margin(of: plain, columns: columns)
        var (lines, line, width) = ([String](), "", 0)
        var isBegun = false
        for piece in pieces {
            // The blanks before a word belong to it, and are dropped where the line is broken.
            var rest = Substring(piece.text)
            while !rest.isEmpty {
                let blanks = rest.prefix { $0 == " " }
                var word = rest.dropFirst(blanks.count).prefix { $0 != " " }
                rest = rest.dropFirst(blanks.count + word.count)
                let start = width + blanks.count
                // An address stays whole where it fits further to the left.
                let margin = word.count < columns ? min(widest, columns - word.count) : widest
                if isBegun, !word.isEmpty, !blanks.isEmpty, start > margin, start + word.count > columns {
                    lines.append(line)
                    (line, width) = (Self.blanks(margin), margin)
                } else {
                    line += blanks
                    width += blanks.count
                }
                while cutsWords, width + word.count > columns, columns - margin > 0 {
                    let room = max(0, columns - width)
                    lines.append(line + painted(String(word.prefix(room)), piece.style))
                    word = word.dropFirst(room)
                    (line, width) = (Self.blanks(margin), margin)
                }
                line += painted(String(word), piece.style)
                width += word.count
                isBegun = isBegun || !word.isEmpty
            }
        }
        return lines + [line]
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Where further rows begin: below the last column that leaves most of the row.
    private static func margin(of text: String, columns: Int) -> Int {
        let characters = Array(text)
        let starts = characters.indices.dropFirst(2).filter {
            $0 <= widestMargin(columns) && characters[$0] != " " && characters[$0 - 1] == " "
                && characters[$0 - 2] == " "
        }
        return min(starts.last ?? 4, widestMargin(columns))
    }
}

extension Console {
    /// Writes a text to standard output, laid out if that is a terminal.
    package static func result(_ parts: [TextPart]) throws(Failure) {
        for line in parts.flatMap(TextLayout.output.lines) { try result(line: line) }
    }

    /// Writes a note, laid out if standard error is a terminal.
    package static func message(_ part: TextPart) {
        for line in TextLayout.error.lines(part) { message(Wording(line)) }
    }
}

/// Layout of cells in aligned columns. The cells are printable ASCII.
package enum TextTable {
    /// The longest cell used for alignment, in characters. Rows are padded to the widest cell of a column: without a
    /// limit, a response of some hundred kilobytes would become hundreds of megabytes.
    package static let longestCell = 200

    /// The text shortened to `longestCell` characters, ending in dots if shortened.
    package static func cut(_ text: String) -> String {
        text.utf8.count <= longestCell ? text : String(text.prefix(longestCell - 3)) + "..."
    }

    /// The lines of the table. Cells longer than `longestCell` are shortened, except the last of a line, which needs no
    /// padding.
    ///
    /// - Parameter rightAligned: the indices of right-aligned columns, for numbers.
    package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        cells(rows, rightAligned: rightAligned).map { row in
            var line = row.joined()
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    /// The cells of each line with the blanks between them; empty columns have none.
    static func cells(_ rows: [[String]], rightAligned: Set<Int>) -> [[String]] {
        let columns = rows.map(\.count).max() ?? 0
        let last = rightAligned.contains(columns - 1) ? columns : columns - 1
        let rows = rows.map { row in row.enumerated().map { $0 < last ? cut($1) : $1 } }
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].utf8.count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var isFirst = true
            return row.enumerated().map { column, cell in
                guard widths[column] > 0 else { return "" }
                defer { isFirst = false }
                let gap = isFirst ? "" : "  "
                guard column < last else { return gap + cell }
                let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
                return gap + (rightAligned.contains(column) ? blanks + cell : cell + blanks)
            }
        }
    }
}
