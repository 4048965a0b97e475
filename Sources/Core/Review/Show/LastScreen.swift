// SPDX-License-Identifier: Apache-2.0

import Chains
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The lines directly above the prompt, however long the review was: network, outflow of each asset, number of
/// operations and recipients, and the strongest findings.
package struct LastScreen: Sendable {
    private let network: Network?
    private let outflows: [Phrase]
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
        /// The number of findings that it stands for.
        let count: Int
    }

    /// - Parameter reviews: of one item to sign, one for each key.
    /// - Precondition: `reviews` is not empty.
    package init(_ reviews: [Review]) {
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
        var seen: Set<Finding> = []
        let all = reviews.flatMap(\.allFindings).filter { seen.insert($0).inserted }
        findings = Self.sorted(Self.folded(all.filter { $0.level > .info }))
        infos = all.count { $0.level == .info }
    }

    package init(_ batch: BatchReview) {
        network = batch.network
        outflows = Self.outflows(batch.flows)
        contents = """
            batch of \(batch.transactions) transactions, \
            \(Self.counted(batch.operations, batch.payments.destinationCount))
            """
        fee = "\(plain: Amount.text(ofSum: batch.fee))"
        book = batch.book
        findings = Self.sorted(
            batch.findings.filter { $0.level > .info }.map { found in
                // A finding about the whole batch has no place.
                let times: Phrase =
                    switch (found.place, found.count) {
                    case (nil, _): ""
                    case (let place?, 1): " (\(place.phrase))"
                    case (let place?, let count): " (\(count) times, first at \(place.phrase))"
                    }
                return Entry(
                    rule: found.rule, level: found.level, phrase: "\(found.standalone.bounded)\(times)",
                    count: found.count)
            })
        infos = batch.findings.reduce(0) { $0 + ($1.level == .info ? $1.count : 0) }
    }

    /// An entry for each rule, level and sentence, with its operations.
    private static func folded(_ findings: [Finding]) -> [Entry] {
        struct Key: Hashable {
            let rule: RuleID
            let level: Level
            let phrase: Phrase
        }
        var order: [Key] = []
        var found: [Key: [Int?]] = [:]
        for finding in findings {
            let key = Key(rule: finding.rule, level: finding.level, phrase: finding.standalone)
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
                rule: key.rule, level: key.level, phrase: "\(key.phrase.bounded)\(place)", count: operations.count)
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

    // MARK: facts

    private static func contents(of review: Review) -> Phrase {
        switch review.content {
        case .transaction(let transaction):
            if let login = review.challenge {
                let domain = login.homeDomain.map { Phrase(quoting: $0) } ?? "no domain"
                return login.client.map { "login at \(domain) as \($0)" } ?? "login at \(domain)"
            }
            return counted(transaction)
        case .feeBump(let bump): return "fee bump of a transaction with \(counted(bump.inner.tx))"
        case .chainMessage(let message):
            return "a message of \(message.bytes.count) bytes for \(plain: message.network.title)"
        case .authorization(let asked):
            if let login = review.contractLogin {
                let domain = login.homeDomain.map { Phrase(quoting: $0) } ?? "no domain"
                return login.client.map { "login at \(domain) as \(StrKey.contract($0))" } ?? "login at \(domain)"
            }
            let address = asked.entry.credentials.address.map { "\($0.address)" as Phrase } ?? "a transaction's source"
            return "authorization by \(address) until ledger \(asked.expirationLedger)"
        case .message(let bytes): return "a message of \(bytes.count) bytes"
        case .file(let file): return "the file \(text: Array(file.name.utf8)) of \(file.size) bytes"
        case .nothing: return review.kind == .hash ? "a hash alone" : "bytes that are signed as they are"
        }
    }

    private static func counted(_ transaction: Transaction) -> Phrase {
        counted(transaction.operations.count, Set(transaction.operations.flatMap(\.body.recipients)).count)
    }

    private static func counted(_ operations: Int, _ recipients: Int) -> Phrase {
        """
        \(operations) \(operations == 1 ? "operation" : "operations"), \(recipients) \
        \(recipients == 1 ? "recipient" : "recipients")
        """
    }

    private static func outflows(of review: Review) -> [Phrase] {
        switch review.content {
        case .transaction(let transaction) where review.challenge == nil:
            outflows(Flows(transaction, tokens: review.tokens))
        case .feeBump(let bump): outflows(Flows(bump.inner.tx, tokens: review.tokens))
        case .authorization(let asked) where review.contractLogin?.isValid != true:
            outflows(Flows(asked, tokens: review.tokens))
        case .transaction, .message, .chainMessage, .authorization, .file, .nothing: ["none"]
        }
    }

    /// A phrase for each asset, then one for each kind of amount that the transaction does not name.
    private static func outflows(_ flows: Flows) -> [Phrase] {
        let byAsset = Dictionary(grouping: flows.leaving, by: \.token)
        let assets = flows.leavingTokens.map { token -> Phrase in
            let totals = byAsset[token] ?? []
            let sum = totals.reduce(Int128(0)) { $0.addingSaturated($1.sum) }
            let from: Phrase = totals.count == 1 ? "" : ", from \(totals.count) accounts"
            return """
                \(totals.allSatisfy(\.isExact) ? "" : "at most ")\(plain: token.text(of: sum)) \(token)\(from)
                """
        }
        let all = assets + flows.unknownWords
        return all.isEmpty ? ["none"] : all
    }

    // MARK: lines

    /// As many lines as fit into the rows; if few do, findings are reduced to their rules and addresses. The facts,
    /// one outflow and the strongest finding are included even if they do not fit.
    ///
    /// - Parameter columns: the terminal's columns, which may be fewer than the minimum of a page; nil for the page's.
    package func text(on screen: Screen, columns: Int? = nil, rows: Int) -> String {
        let columns = columns ?? screen.columns
        let lines = lines(on: screen, columns: columns, rows: rows, isTight: false)
        guard Self.count(lines, columns) > rows else { return lines.joined(separator: "\n") }
        return self.lines(on: screen, columns: columns, rows: rows, isTight: true).joined(separator: "\n")
    }

    private func lines(on screen: Screen, columns: Int, rows: Int, isTight: Bool) -> [String] {
        let paint = Paint(isOn: screen.colours)
        let head = [heading(paint)]
        let facts: Phrase = if !isTight, let fee { "\(contents); max fee \(fee) XLM" } else { contents }
        let contents = Self.lines("  Contains ", facts, book, screen)
        let fixed = Self.count(head, columns) + Self.count(contents, columns)
        let found = findings.map { entry -> [String] in
            func label(_ paint: Paint) -> String { "  \(paint.level(entry.level)) \(entry.rule.rawValue): " }
            return Self.lines(
                label(paint), isTight ? entry.phrase.target : entry.phrase, isTight ? Book() : book, screen,
                columns: label(Paint(isOn: false)).utf8.count, indent: 4)
        }
        let least = (found.first.map { Self.count($0, columns) } ?? 1) + (found.count > 1 || infos > 0 ? 1 : 0)
        let flows = outflows.enumerated().map {
            Self.lines($0 == 0 ? "  Outflow  " : "           ", $1, book, screen, strong: true)
        }
        var lines = head
        lines += Self.fitting(flows, into: rows - fixed - least, columns) { "           and \(flows.count - $0) more" }
        lines += contents
        let left = rows - Self.count(lines, columns)
        lines += found.isEmpty ? [summary(of: 0)] : Self.fitting(found, into: left, columns, always: infos > 0, summary)
        return lines
    }

    private func heading(_ paint: Paint) -> String {
        guard let network else { return "Summary: no network" }
        let name = paint.network(network.name ?? "an unknown network", isPublic: network == .public)
        return "Summary: \(name) (id \(Hex.encode(network.id.bytes.prefix(4))))"
    }

    /// A line about the findings omitted after the first ones.
    private func summary(of shown: Int) -> String {
        let rest = findings.dropFirst(shown)
        let paint = Paint(isOn: false)
        var parts = Level.allCases.reversed().compactMap { level -> String? in
            let count = rest.reduce(0) { $0 + ($1.level == level ? $1.count : 0) }
            return count > 0 ? "\(count) \(paint.level(level))" : nil
        }
        if infos > 0 { parts.append("\(infos) info") }
        let total = rest.reduce(infos) { $0 + $1.count }
        guard shown > 0 else { return "  Findings: " + (parts.isEmpty ? "none" : parts.joined(separator: ", ")) }
        return "  and \(total) more \(total == 1 ? "finding" : "findings"): \(parts.joined(separator: ", "))"
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
        page.entry(label, phrase, columns: columns, indent: indent, strong: strong)
        return page.text.split(separator: "\n").map(String.init)
    }
}

extension OperationBody {
    /// Accounts and contracts that receive value, including through a token's contract.
    fileprivate var recipients: [StrKey] {
        guard case .invokeHostFunction(let op) = self else { return destinations.map { .publicKey($0.account.key) } }
        return op.calls.compactMap { call in
            call.recipient.map { .publicKey($0.account.key) } ?? call.recipientAddress
        }
    }
}

extension Phrase {
    /// The maximum number of bytes of words in a line above the prompt; up to three addresses come on top.
    private static let mostWords = 160
    private static let mostAddresses = 3

    /// The sentence; if it is long, only its beginning and its first addresses.
    var bounded: Phrase {
        var kept: [Span] = []
        var words = 0
        var addresses = 0
        for span in spans {
            switch span {
            case .words(let text):
                if words >= Self.mostWords { continue }
                let room = Self.mostWords - words
                words += text.utf8.count
                kept.append(.words(words > Self.mostWords ? String(text.prefix(room)) + "... " : text))
            case .address:
                if addresses == Self.mostAddresses { continue }
                addresses += 1
                kept.append(span)
            }
        }
        return Phrase(spans: kept)
    }

    /// Whether the phrase contains an address.
    var hasAddress: Bool {
        spans.contains { span in if case .address = span { true } else { false } }
    }

    /// The addresses alone; a sentence without any is unchanged.
    fileprivate var target: Phrase {
        let addresses = bounded.spans.compactMap { span -> Phrase? in
            if case .address = span { Phrase(spans: [span]) } else { nil }
        }
        return addresses.isEmpty ? bounded : Phrase(addresses, separator: " ")
    }
}
