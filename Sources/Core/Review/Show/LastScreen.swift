// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// The lines directly above the prompt, however long the review was: network, outflow of each asset, check words,
/// recipients with their names and the memo, what is to be typed below, number of operations, and the strongest
/// findings.
package struct LastScreen: Sendable {
    private let network: Network?
    private let outflows: [Phrase]
    /// The check words; nil without a hash.
    private let words: String?
    /// Who receives value, each once, as many as are kept.
    private let recipients: [StrKey]
    private let recipientCount: Int
    private let memo: Phrase?
    /// The number of operations, if there are several.
    private let operations: Int?
    private let contents: Phrase
    private let fee: Phrase?
    /// Findings above info, the strongest first; at each level, the first of every rule before the second of any.
    private let findings: [Entry]
    private let infos: Int
    private let book: Book

    private struct Entry: Sendable {
        let rule: RuleID
        let level: Level
        let phrase: Phrase
        /// What must be typed to pass it; nil unless it is a hold.
        let value: String?
        /// The number of findings that it stands for.
        let count: Int
    }

    /// A value that is to be typed below, with its rule.
    package struct Asked: Hashable, Sendable {
        package let rule: RuleID
        package let value: String

        /// Whether the value is for several sequence numbers.
        fileprivate let isRange: Bool

        package init(_ question: HoldQuestion) {
            (rule, value) = (question.rule, question.value)
            isRange = question.holds.count > 1 && question.holds.allSatisfy { $0.number != nil }
        }
    }

    /// The fewest characters of a sentence that say anything.
    private static let leastWords = 24

    /// The recipients that are kept; no screen has room for more.
    static let mostRecipients = 60

    /// - Parameters:
    ///   - reviews: of one item to sign, one for each key.
    ///   - style: how inputs and actions are written.
    /// - Precondition: `reviews` is not empty.
    package init(_ reviews: [Review], in style: any WordingStyle = PlainStyle()) {
        let review = reviews[0]
        network = review.network
        outflows = Self.outflows(of: review)
        contents = Self.contents(of: review)
        fee =
            switch review.content {
            case .transaction(let transaction) where review.challenge == nil:
                "\(Amount(stroops: Int64(transaction.fee)))"
            case .feeBump(let bump): "\(Amount(stroops: bump.fee))"
            case .transaction, .message, .chainMessage, .authorization, .file, .nothing: nil
            }
        book = review.book
        words = review.hash.map { CheckWords.text(of: $0) }
        let transaction: Transaction? =
            switch review.content {
            case .transaction(let transaction) where review.challenge == nil: transaction
            case .feeBump(let bump): bump.inner.tx
            case .transaction, .message, .chainMessage, .authorization, .file, .nothing: nil
            }
        operations = transaction.flatMap { $0.operations.count > 1 ? $0.operations.count : nil }
        memo = transaction.flatMap { $0.memo == .none ? nil : Phrase($0.memo) }
        var known: Set<StrKey> = []
        let all = transaction == nil ? [] : (review.inner ?? review).operations.flatMap(\.recipients)
        let distinct = all.filter { known.insert($0).inserted }
        recipientCount = distinct.count
        var seen: Set<Finding> = []
        let shown = reviews.flatMap(\.allFindings).filter { seen.insert($0).inserted }
        let sorted = Self.sorted(Self.folded(shown.filter { $0.level > .info }, style))
        findings = sorted
        recipients = Self.ordered(distinct, by: sorted) { known.contains($0) }
        infos = shown.count { $0.level == .info }
    }

    package init(_ batch: BatchReview, in style: any WordingStyle = PlainStyle()) {
        network = batch.network
        outflows = Self.outflows(batch.flows)
        contents = """
            batch of \(batch.transactions) transactions, \
            \(Self.counted(batch.operations, batch.payments.destinationCount))
            """
        fee = "\(plain: Amount.text(ofSum: batch.fee))"
        book = batch.book
        words = CheckWords.text(of: batch.hash)
        recipientCount = max(batch.recipients.count, batch.payments.destinationCount)
        operations = batch.operations
        memo = batch.withoutMemo == 0 ? batch.onlyMemo.map { Phrase($0) } : nil
        let sorted = Self.sorted(
            batch.findings.filter { $0.level > .info }.map { found in
                // A finding about the whole batch has no place.
                let times: Phrase =
                    switch (found.place, found.count) {
                    case (nil, _): ""
                    case (let place?, 1): " (\(place.phrase))"
                    case (let place?, let count): " (\(count) times, first at \(place.phrase))"
                    }
                return Entry(
                    rule: found.rule, level: found.level,
                    phrase: "\(found.standalone.written(in: style).bounded(keeping: found.value))\(times)",
                    value: found.value,
                    count: found.count)
            })
        findings = sorted
        recipients = Self.ordered(batch.recipients, by: sorted) { batch.isRecipient($0) }
        infos = batch.findings.reduce(0) { $0 + ($1.level == .info ? $1.count : 0) }
    }

    /// The recipients that findings name first, those of the strongest ones before others.
    private static func ordered(
        _ recipients: [StrKey], by findings: [Entry], _ isRecipient: (StrKey) -> Bool
    ) -> [StrKey] {
        var seen: Set<StrKey> = []
        let named = findings.prefix(mostRecipients).flatMap { entry in
            entry.phrase.spans.compactMap { span in if case .address(let address) = span { address } else { nil } }
        }
        return Array(
            (named.filter(isRecipient) + recipients).filter { seen.insert($0).inserted }.prefix(mostRecipients))
    }

    /// An entry for each rule, level and sentence, with its operations.
    private static func folded(_ findings: [Finding], _ style: any WordingStyle) -> [Entry] {
        struct Key: Hashable {
            let rule: RuleID
            let level: Level
            let phrase: Phrase
            let value: String?
        }
        var order: [Key] = []
        var found: [Key: [Int?]] = [:]
        for finding in findings {
            let key = Key(
                rule: finding.rule, level: finding.level, phrase: finding.standalone, value: finding.challengeValue)
            if found[key] == nil { order.append(key) }
            found[key, default: []].append(finding.operation)
        }
        return order.map { key in
            let operations = found[key] ?? []
            let first: Phrase = operations.first.flatMap { $0 }.map { "operation \($0 + 1)" } ?? ""
            let place: Phrase =
                switch (operations.count, operations.first.flatMap { $0 }) {
                case (1, nil): ""
                case (1, _?): " (\(first))"
                case (let count, nil): " (\(count) times)"
                case (let count, _?): " (\(count) times, first in \(first))"
                }
            return Entry(
                rule: key.rule, level: key.level,
                phrase: "\(key.phrase.written(in: style).bounded(keeping: key.value))\(place)",
                value: key.value, count: operations.count)
        }
    }

    private static func sorted(_ entries: [Entry]) -> [Entry] {
        var met: [RuleID: Int] = [:]
        let ranked = entries.enumerated().map { index, entry in
            met[entry.rule, default: 0] += 1
            return (entry: entry, turn: met[entry.rule] ?? 0, index: index)
        }
        return ranked.sorted { a, b in
            if a.entry.level != b.entry.level { return a.entry.level > b.entry.level }
            return (a.turn, a.index) < (b.turn, b.index)
        }.map(\.entry)
    }

    // MARK: lines

    /// As many lines as fit into the rows, in this order of importance: network, the first outflow, check words, what
    /// is to be typed, the first recipient; then the other outflows, the number of operations, findings, further
    /// recipients. If few rows are left, other addresses in findings than those to be typed are cut, then findings are
    /// reduced to their rules and addresses, and then to what is to be typed; whatever is cut is marked as cut.
    ///
    /// - Parameters:
    ///   - columns: the terminal's columns, which may be fewer than the minimum of a page; nil for the page's.
    ///   - asked: what is to be typed directly below; shown before all other findings.
    package func text(on screen: Screen, columns: Int? = nil, rows: Int, asked: [Asked] = []) -> String {
        let columns = columns ?? screen.columns
        let tight = (0...asked.count).reversed().map { Form.tight(brief: $0) }
        // Less is said of each finding before one that holds is only counted; with few rows, some may be.
        var best: (lines: [String], hidden: Int)?
        for form in [.full, .brief] + tight {
            let (lines, hidden) = self.lines(on: screen, columns: columns, rows: rows, form, asked)
            guard Self.count(lines, columns) <= rows else { continue }
            if hidden < best?.hidden ?? Int.max { best = (lines, hidden) }
            if hidden == 0 { break }
        }
        let shown = best?.lines ?? lines(on: screen, columns: columns, rows: rows, .least, asked).lines
        return shown.joined(separator: "\n")
    }

    /// How much is said.
    private enum Form: Hashable {
        case full
        /// Addresses in findings that need not be typed are shown by their ends.
        case brief
        /// Of findings only the addresses, but for the first ones that are asked for.
        case tight(brief: Int)
        /// Of findings only what is to be typed, or the end of an address.
        case least
    }

    /// The lines, and how many findings that hold are only counted in them.
    private func lines(
        on screen: Screen, columns: Int, rows: Int, _ form: Form, _ asked: [Asked]
    ) -> (lines: [String], hidden: Int) {
        let paint = ANSIStyle(isOn: screen.colours)
        func block(_ label: String, _ phrase: Phrase, strong: Bool = false, book: Book = Book()) -> [String] {
            let label =
                form == .least ? " " + label.drop { $0 == " " }.split(separator: " ").map { $0 + " " }.joined() : label
            return Self.lines(label, phrase, book, screen, indent: form == .least ? 1 : nil, strong: strong)
        }
        let head = [heading(paint)]
        // On the smallest screens the number of operations follows the outflow.
        let size: Phrase = recipientCount > 1 ? ", \(contents)" : operations.map { ", \($0) operations" } ?? ""
        let flows = outflows.enumerated().map { index, phrase in
            let short: Phrase = index == 0 ? "\(phrase.shortened)\(size)" : phrase.shortened
            return block(
                index == 0 ? "  Outflow  " : "           ", form == .least ? short : phrase, strong: true, book: book)
        }
        let words = words.map { block("  Words    ", "\(plain: $0)") } ?? []
        let to = recipients.enumerated().map { index, address in
            block(index == 0 ? "  To       " : "           ", "\(address)", strong: true, book: book)
        }
        let memo = memo.map { block("  Memo     ", $0.bounded(keeping: nil)) } ?? []
        let facts: Phrase =
            if form == .full || form == .brief, let fee { "\(contents); max fee \(fee) XLM" } else { contents }
        let contents = block("  Contains ", facts, book: book)
        let (first, others) = ordered(by: asked)
        let asking = first.enumerated().map { index, asked in
            var own = form
            if case .tight(let brief) = form, index < brief { own = .brief }
            return lines(of: asked.entry, typing: asked.value, on: screen, own)
        }
        let found = others.map { self.lines(of: $0, typing: nil, on: screen, form) }
        let rest = found.isEmpty && infos == 0 ? 0 : 1
        func moreTo(_ shown: Int) -> [String] {
            recipientCount > shown && form != .least
                ? block("           ", "and \(recipientCount - shown) more recipients") : []
        }
        // What has its place whatever the rows are.
        let fixed = head + words + asking.flatMap { $0 } + (to.first ?? []) + memo + (form == .least ? [] : contents)
        let least = Self.count(fixed, columns) + Self.count(moreTo(1), columns) + rest
        // Without a question, the strongest finding is as important as the first recipient.
        let strongest = first.isEmpty ? found.first.map { Self.count($0, columns) } ?? 0 : 0
        let out = Self.fitting(flows, into: rows - least - strongest, columns) {
            "           and \(flows.count - $0) more"
        }
        let left = rows - least - Self.count(out, columns)
        var shown: [String] = []
        var shownCount = 0
        func summary(_ shown: Int) -> String {
            self.summary(of: others.dropFirst(shown), isFirst: first.isEmpty && shown == 0, isShort: form == .least)
        }
        // Where a question is below, the others may all have to be counted.
        if let one = found.first, first.isEmpty || Self.count(one, columns) <= left {
            shownCount = found.count
            shown = Self.fitting(found, into: left + rest, columns, always: infos > 0) { count in
                shownCount = count
                return summary(count)
            }
        } else if rest > 0 || first.isEmpty {
            shown = [summary(0)]
        }
        // What findings leave over is for further recipients.
        var room = left + rest - Self.count(shown, columns)
        var payees = to.first ?? []
        var payeeCount = to.isEmpty ? 0 : 1
        while payeeCount < to.count, form != .least {
            let next = Self.count(to[payeeCount], columns)
            guard room >= next else { break }
            payees += to[payeeCount]
            room -= next
            payeeCount += 1
        }
        let more = to.isEmpty ? [] : moreTo(payeeCount)
        let asked = asking.flatMap { $0 } + shown
        // With few rows, a finding that is cut stands above the recipient that it is about.
        let hidden = others.dropFirst(shownCount).count { $0.level >= .hold }
        return (
            head + out + words + (form == .least ? asked + payees + memo : payees + more + memo + contents + asked),
            hidden
        )
    }

    /// The findings whose values are to be typed below, each with that value, and the others.
    private func ordered(by asked: [Asked]) -> (asked: [(entry: Entry, value: String)], others: [Entry]) {
        var first: [(entry: Entry, value: String)] = []
        var others: [Entry] = []
        var left = asked
        for entry in findings {
            let place =
                entry.value == nil
                ? nil
                : left.firstIndex { $0.rule == entry.rule && $0.value == entry.value }
                    // One value for several sequence numbers.
                    ?? left.firstIndex { $0.rule == entry.rule && $0.isRange }
            if let place {
                first.append((entry, left.remove(at: place).value))
            } else {
                others.append(entry)
            }
        }
        return (first, others)
    }

    /// - Parameter value: what is to be typed below; nil if nothing.
    private func lines(of entry: Entry, typing value: String?, on screen: Screen, _ form: Form) -> [String] {
        let paint = ANSIStyle(isOn: screen.colours)
        func label(_ paint: ANSIStyle) -> String { "  \(paint.level(entry.level)) \(entry.rule.rawValue): " }
        let columns = label(ANSIStyle(isOn: false)).utf8.count
        switch form {
        case .full, .brief:
            let isShown = value.map { entry.phrase.plain.contains($0) } ?? true
            var phrase: Phrase = isShown ? entry.phrase : "\(entry.phrase) ... \(plain: value ?? "")"
            if form == .brief, let value { phrase = phrase.shortened(except: value) }
            return Self.lines(label(paint), phrase, book, screen, columns: columns, indent: 4)
        case .tight:
            var target = entry.phrase.target(value ?? entry.value)
            if let typed = value ?? entry.value, !target.hasAddress {
                // A line that would have the value alone has room for the beginning of the sentence.
                let room = screen.columns - columns - typed.utf8.count - 1
                if room >= Self.leastWords, entry.phrase.plain.count > room {
                    target = "\(entry.phrase.cut(to: room)) \(plain: typed)"
                }
            }
            return Self.lines(label(paint), target, Book(), screen, columns: columns, indent: 4)
        case .least:
            let end = value ?? entry.value ?? entry.phrase.lastAddress.map { String($0.text.suffix(8)) }
            // A finding without an address says as much as fits into its line.
            let phrase = end.map { "...\(plain: $0)" } ?? entry.phrase.cut(to: screen.columns - columns)
            return Self.lines(label(paint), phrase, Book(), screen, columns: columns, indent: 1)
        }
    }

    private func heading(_ paint: ANSIStyle) -> String {
        guard let network else { return "Summary: no network" }
        let name = paint.network(network.name ?? "an unknown network", isPublic: network == .public)
        return "Summary: \(name) (id \(Hex.encode(network.id.bytes.prefix(4))))"
    }

    /// A line about the findings omitted after the first ones.
    ///
    /// - Parameters:
    ///   - isFirst: whether no finding was shown.
    ///   - isShort: whether there is room for their number only.
    private func summary(of rest: ArraySlice<Entry>, isFirst: Bool, isShort: Bool) -> String {
        let paint = ANSIStyle(isOn: false)
        var parts = Level.allCases.reversed().compactMap { level -> String? in
            let count = rest.reduce(0) { $0 + ($1.level == level ? $1.count : 0) }
            return count > 0 ? "\(count) \(paint.level(level))" : nil
        }
        if infos > 0 { parts.append("\(infos) info") }
        if isFirst { return "  Findings: " + (parts.isEmpty ? "none" : parts.joined(separator: ", ")) }
        let total = rest.reduce(infos) { $0 + $1.count }
        let what = total == 1 ? "finding" : "findings"
        return isShort ? " and \(total) more \(what)" : "  and \(total) more \(what): \(parts.joined(separator: ", "))"
    }

    /// The first entries, at least one, and a line about the omitted ones.
    private static func fitting(
        _ entries: [[String]], into rows: Int, _ columns: Int, always: Bool = false, _ more: (Int) -> String
    ) -> [String] {
        var lines: [String] = []
        var used = 0
        for (index, entry) in entries.enumerated() {
            let count = count(entry, columns)
            let hasRest = always || index + 1 < entries.count
            guard index == 0 || used + count + (hasRest ? 1 : 0) <= rows else { return lines + [more(index)] }
            lines += entry
            used += count
        }
        return always ? lines + [more(entries.count)] : lines
    }

    private static func count(_ lines: [String], _ columns: Int) -> Int {
        lines.reduce(0) { $0 + TerminalText.rows(of: $1, columns: columns).count }
    }

    private static func lines(
        _ label: String, _ phrase: Phrase, _ book: Book, _ screen: Screen, columns: Int? = nil, indent: Int? = nil,
        strong: Bool = false
    ) -> [String] {
        var page = Page(book: book, on: screen)
        page.layOut(label, phrase, columns: columns, indent: indent, strong: strong)
        return page.text.split(separator: "\n").map(String.init)
    }
}
