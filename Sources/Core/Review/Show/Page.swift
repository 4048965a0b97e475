// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// Lines of labels and phrases, no wider than a screen; ASCII only, except for the codes of colours and bold text.
struct Page {
    /// Stands for a blank inside an address while lines are broken.
    private static let tie: UInt8 = 1
    private static let blank = UInt8(ascii: " ")
    private static let end = UInt8(ascii: "\n")
    private static let strong = Array("\u{1b}[1m".utf8)
    private static let weak = Array("\u{1b}[0m".utf8)

    private let width: Int
    private let hasColours: Bool
    private let style: any WordingStyle
    private let zone: LocalZone?
    private var bytes: [UInt8] = []
    /// The current phrase and the state of its layout; reused, so that not every phrase allocates.
    private var phrase: [UInt8] = []
    private var column = 0
    private var isBegun = false
    /// Whether the current phrase stands out.
    private var isStrong = false
    /// The source of the account names shown beside addresses.
    private let book: Book
    /// Whether any name from the book was shown.
    private(set) var hasNames = false
    /// The parts of the page for a front end that lays them out; nil for a page of text.
    private(set) var parts: [ReviewPart]?

    init(book: Book = Book(), on screen: Screen) {
        self.book = book
        width = screen.columns
        hasColours = screen.colours
        style = screen.style
        zone = screen.zone
    }

    /// A page that collects its parts instead of laying them out.
    init(collecting book: Book) {
        self.init(book: book, on: Screen())
        parts = []
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func blank() {
        parts?.append(.gap)
        bytes.append(Self.end)
    }

    mutating func line(_ text: String, indent: Int = 0) {
        guard parts == nil else {
            parts?.append(.line(text))
            return
        }
        bytes += Self.blanks(indent).utf8
        bytes += text.utf8
        bytes.append(Self.end)
    }

    /// Adds a value after its name.
    mutating func pair(_ name: String, _ value: String) {
        if parts == nil { line("\(name): \(value)", indent: 2) } else { parts?.append(.pair(name, value)) }
    }

    /// Adds that names are the book's, if any were shown: a page is made before the PIN is entered.
    mutating func sayWhoseNames() {
        guard hasNames else { return }
        fact(
            "Names",
            "[book: ...] is what the vault's book calls an account or contract; only the PIN proves that the book is yours"
        )
    }

    // MARK: entries by what they are

    /// The columns of a fact's label and of the blanks after it.
    private static let labelColumns = 9

    /// Adds a value under a label; one without a label continues the one above.
    ///
    /// - Parameter strong: whether it stands out on a screen with colours.
    mutating func fact(
        _ label: StaticString, _ phrase: Phrase, columns: Int = Page.labelColumns, strong: Bool = false,
        role: ReviewPart.Role = .fact
    ) {
        if parts == nil {
            layOut(Self.padded(label, columns), phrase, strong: strong)
        } else {
            collect("\(label)", phrase, isStrong: strong, role)
        }
    }

    /// Adds a sentence that has no label, such as an element of a list.
    ///
    /// - Parameter further: where further lines begin.
    mutating func item(_ phrase: Phrase, indent: Int = 4, further: Int = 6) {
        if parts == nil {
            layOut(Self.blanks(indent), phrase, indent: further)
        } else {
            collect("", phrase, isStrong: false, .fact)
        }
    }

    /// Adds an operation.
    ///
    /// - Parameters:
    ///   - number: its place, from 1.
    ///   - further: where further lines begin; nil aligns them with the phrase.
    mutating func operation(_ number: Int, _ phrase: Phrase, further: Int? = nil, strong: Bool) {
        if parts == nil {
            layOut("  \(number). ", phrase, indent: further, strong: strong)
        } else {
            collect("", phrase, isStrong: strong, .operation(number))
        }
    }

    /// Adds more about the operation above, under a label or without one.
    mutating func detail(_ label: StaticString, _ phrase: Phrase) {
        if parts == nil {
            layOut("     \(label)" + (label.utf8CodeUnitCount == 0 ? "" : " "), phrase)
        } else {
            collect("\(label)", phrase, isStrong: false, .detail)
        }
    }

    /// Adds a field by its path.
    ///
    /// - Parameter ofOperation: whether it is one of the operation above.
    mutating func field(_ path: String, _ value: Phrase, indent: Int, ofOperation: Bool) {
        if parts == nil {
            layOut("\(Self.blanks(indent))\(path): ", value, indent: indent + 2)
        } else {
            collect(path, value, isStrong: false, .field(ofOperation: ofOperation))
        }
    }

    /// Adds a finding after its level and rule.
    ///
    /// - Parameter ofOperation: whether it is about the operation above.
    mutating func finding(_ level: Level, _ rule: RuleID, _ phrase: Phrase, indent: Int = 2, ofOperation: Bool = false)
    {
        guard parts == nil else {
            return collect("", phrase, isStrong: false, .finding(level, rule, ofOperation: ofOperation))
        }
        let (margin, rest) = (Self.blanks(indent), " \(rule.rawValue): ")
        layOut(
            margin + ANSIStyle(isOn: hasColours).level(level) + rest, phrase,
            columns: (margin + level.word + rest).utf8.count, indent: indent + 2)
    }

    /// Adds a sentence that belongs to the finding above.
    mutating func reason(_ phrase: Phrase, indent: Int) {
        if parts == nil {
            layOut(Self.blanks(indent), phrase, indent: indent + 2)
        } else {
            collect("", phrase, isStrong: false, .reason)
        }
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// The label of a fact on a screen.
    private static func padded(_ label: StaticString, _ columns: Int = Page.labelColumns) -> String {
        "  \(label)" + blanks(max(0, columns - label.utf8CodeUnitCount))
    }

    // MARK: layout

    /// Adds a phrase after a label, broken at blanks; an address stays on one line if it fits.
    ///
    /// - Parameters:
    ///   - columns: the label's width on the screen, if it contains colour codes.
    ///   - indent: where further lines begin; nil aligns them with the phrase.
    ///   - strong: whether the phrase stands out on a screen with colours.
    mutating func layOut(
        _ label: String, _ phrase: Phrase, columns: Int? = nil, indent: Int? = nil, strong: Bool = false
    ) {
        let columns = columns ?? label.utf8.count
        let indent = min(indent ?? columns, width / 2)
        isStrong = false
        put(label, columns, indent)
        tie(phrase)
        isBegun = false
        isStrong = strong && hasColours
        if isStrong { bytes += Self.strong }
        var start = 0
        while true {
            let end = self.phrase[start...].firstIndex(of: Self.blank) ?? self.phrase.count
            putWord(start..<end, indent)
            if end == self.phrase.count { break }
            start = end + 1
        }
        if isStrong { bytes += Self.weak }
        bytes.append(Self.end)
    }

    /// Adds groups of four characters after a label, on at least this many lines.
    mutating func groups(_ label: StaticString, _ text: String, lines: Int) {
        guard parts == nil else {
            return collect("\(label)", Phrase(spans: [.words(GroupsOfFour.text(text))]), isStrong: false, .fact)
        }
        let each = (text.utf8.count + lines - 1) / lines
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: each) {
            let part = String(decoding: bytes[start..<min(start + each, bytes.count)], as: UTF8.self)
            layOut(Self.padded(start == 0 ? label : ""), Phrase(spans: [.words(GroupsOfFour.text(part))]))
        }
    }

    private mutating func collect(_ label: String, _ phrase: Phrase, isStrong: Bool, _ role: ReviewPart.Role) {
        let spans = phrase.spans.map { span -> ReviewPart.Span in
            switch span {
            case .words(let words): return .words(words)
            case .field(let field): return .field(field)
            case .step(let step): return .step(step)
            case .time(let time): return .words(time.utc)
            case .address(let address):
                let names = names(of: address)
                hasNames = hasNames || names != nil
                return .address(GroupsOfFour.text(String(decoding: address.ascii, as: UTF8.self)), name: names)
            }
        }
        parts?.append(.entry(ReviewPart.Entry(label: label, spans: spans, isStrong: isStrong, role: role)))
    }

    /// Adds a label; one that is wider than a line (the path of a deeply nested field) is cut at the end of the line.
    private mutating func put(_ label: String, _ columns: Int, _ indent: Int) {
        column = columns
        guard columns > width else {
            bytes += label.utf8
            return
        }
        column = 0
        for byte in label.utf8 {
            if column == width { breakLine(indent) }
            bytes.append(byte)
            column += 1
        }
    }

    /// Adds a word; one that is wider than a line is cut: an address between its groups, anything else at the end of
    /// the line.
    private mutating func putWord(_ word: Range<Int>, _ indent: Int) {
        let room = width - indent
        if word.count <= room {
            putPiece(word, indent)
        } else if phrase[word].contains(Self.tie) {
            for group in phrase[word].split(separator: Self.tie) { putPiece(group.indices, indent) }
        } else {
            for start in stride(from: word.lowerBound, to: word.upperBound, by: room) {
                putPiece(start..<min(start + room, word.upperBound), indent)
            }
        }
    }

    private mutating func putPiece(_ piece: Range<Int>, _ indent: Int) {
        if isBegun, column + 1 + piece.count <= width {
            bytes.append(Self.blank)
            column += 1
        } else if isBegun || column + piece.count > width {
            breakLine(indent)
        }
        for byte in phrase[piece] { bytes.append(byte == Self.tie ? Self.blank : byte) }
        column += piece.count
        isBegun = true
    }

    private mutating func breakLine(_ indent: Int) {
        // A pager may begin a page with any line.
        if isStrong { bytes += Self.weak }
        bytes.append(Self.end)
        for _ in 0..<indent { bytes.append(Self.blank) }
        if isStrong { bytes += Self.strong }
        column = indent
    }

    /// Sets the current phrase, with the groups of its addresses tied together.
    private mutating func tie(_ phrase: Phrase) {
        self.phrase.removeAll(keepingCapacity: true)
        for span in phrase.spans {
            switch span {
            case .words(let words): self.phrase += words.utf8
            case .field, .step: self.phrase += (span.words(in: style) ?? "").utf8
            case .time(let time):
                self.phrase += time.utc.utf8
                if let zone { self.phrase += zone.remark(on: time).utf8 }
            case .address(let address):
                Self.group(address.ascii, by: Self.tie, into: &self.phrase)
                name(address)
            }
        }
    }

    private mutating func name(_ address: StrKey) {
        guard let names = names(of: address) else { return }
        hasNames = true
        phrase += " [book: \(names)]".utf8
    }

    /// The book's names for an address, quoted; nil if it has none.
    private func names(of address: StrKey) -> String? {
        let names = book.names(at: address)
        guard !names.isEmpty else { return nil }
        let quoted = Phrase(names.prefix(Self.mostNames).map { Phrase(quoting: Array($0.utf8)) }, separator: " or ")
        let more = names.count > Self.mostNames ? " or \(names.count - Self.mostNames) more" : ""
        return quoted.plain + more
    }

    /// The book may have hundreds of customers at an exchange's account.
    private static let mostNames = 3

    private static func group(_ text: [UInt8], by separator: UInt8, into grouped: inout [UInt8]) {
        for (index, character) in text.enumerated() {
            if index > 0, index % 4 == 0 { grouped.append(separator) }
            grouped.append(character)
        }
    }
}

extension Book {
    /// Empty for an address that is neither an account's nor a contract's.
    package func names(at address: StrKey) -> [String] {
        switch address {
        case .publicKey(let key): names(of: RecipientAddress(.account(.ed25519(key))))
        case .muxed(let key, let id): names(of: RecipientAddress(.account(.ed25519(key)), id: id))
        case .contract(let contract): names(of: contract, id: nil)
        case .muxedContract(let contract, let id): names(of: contract, id: id)
        default: []
        }
    }

    /// The label of its pin, and the contacts that are not called the same.
    private func names(of contract: ContractID, id: UInt64?) -> [String] {
        let label = label(of: contract)
        let contacts = names(of: RecipientAddress(.contract(contract), id: id)).filter { $0 != label }
        return (label.map { [$0] } ?? []) + contacts
    }
}

/// A part of a review's page, for front ends that are not terminals. All text is printable ASCII; whatever comes from
/// outside is escaped.
package enum ReviewPart: Hashable, Sendable {
    /// A piece of a sentence.
    package enum Span: Hashable, Sendable {
        case words(String)
        /// An address in groups of four characters, and the book's names for it, quoted.
        case address(String, name: String?)
        case field(FieldID)
        case step(NextStep)
    }

    /// What an entry is.
    package enum Role: Hashable, Sendable {
        /// A value under a label; without a label it continues the one above.
        case fact
        /// The memo of a transaction.
        case memo(Memo)
        /// - Parameter number: its place, from 1.
        case operation(_ number: Int)
        /// More about the operation above.
        case detail
        /// A field under its path.
        ///
        /// - Parameter ofOperation: whether it is one of the operation above.
        case field(ofOperation: Bool)
        /// - Parameter ofOperation: whether it is about the operation above.
        case finding(Level, RuleID, ofOperation: Bool)
        /// A sentence that belongs to the finding above.
        case reason
    }

    /// A sentence, which may have a label.
    package struct Entry: Hashable, Sendable {
        /// Such as `Source`, or the path of a field; empty for an operation and a finding, which their roles describe.
        package let label: String
        package let spans: [Span]
        package let isStrong: Bool
        package let role: Role
    }

    /// A sentence that has no label, such as a title.
    case line(String)
    /// A value after its name, such as how many findings there are.
    case pair(String, String)
    case entry(Entry)
    /// An empty line.
    case gap
}
