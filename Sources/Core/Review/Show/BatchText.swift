// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The review of a batch as one page of text: ASCII, addresses in full, outliers first.
package struct BatchText {
    /// The number of entries of a list before it is cut short.
    private static let shown = BatchPayments.shown
    /// Why a batch that is too varied is not signed.
    package static let tooVaried = """
        This is not signed as a batch: more than \(BatchReview.mostSingle) operations are not plain payments, more than \
        \(BatchReview.mostSingle) assets are used, or too many findings must be read one by one. Split the file.
        """

    @Indirect private var batch: BatchReview
    private let paint: ANSIStyle
    private var page: Page

    package static func of(_ batch: BatchReview, on screen: Screen = Screen()) -> String {
        var text = BatchText(batch, screen)
        text.showTitle()
        text.showFindings()
        text.showOthers()
        text.showOutliers()
        text.showTotals()
        text.showTerms()
        AuthorityText(forecast: batch.authority).show(on: &text.page)
        text.showConclusion()
        return text.page.text
    }

    private init(_ batch: BatchReview, _ screen: Screen) {
        self.batch = batch
        paint = ANSIStyle(isOn: screen.colours)
        page = Page(book: batch.book, on: screen)
    }

    private mutating func fact(_ label: StaticString, _ phrase: Phrase) {
        page.fact(label, phrase)
    }

    private mutating func item(_ phrase: Phrase) { page.item(phrase) }

    private mutating func more(_ count: Int, _ what: Phrase) {
        if count > 0 { item("and \(count) more \(what)") }
    }

    private mutating func showTitle() {
        let network = batch.network
        let name = paint.network(network.name ?? "an unknown network", isPublic: network == .public)
        let id = Hex.encode(network.id.bytes.prefix(4))
        page.line("Batch of \(batch.transactions) transactions on \(name) (network id \(id))")
        fact("Network", "\(text: Array(network.passphrase.utf8))")
        page.groups("Hash", batch.hash.hex, lines: 2)
        fact(
            "Words",
            """
            \(plain: CheckWords.text(of: batch.hash)) (check words of all transactions together: compare with the \
            machine that made them; not a seed phrase)
            """)
        let types = batch.types.map { "\($0.count) \(plain: $0.type.name)" as Phrase }
        fact("Contains", "\(batch.operations) operations: \(Phrase(types, separator: ", "))")
        if batch.feeBumps > 0 { fact("", "\(batch.feeBumps) of the transactions are fee bumps") }
    }

    private mutating func showFindings() {
        for finding in batch.findings { page.finding(finding.level, finding.rule, finding.sentence) }
    }

    // MARK: what stands out

    /// No sum describes these operations well enough, so each is shown.
    private mutating func showOthers() {
        guard !batch.others.isEmpty else { return }
        page.blank()
        for (index, other) in batch.others.enumerated() {
            fact(index == 0 ? "Besides" : "", "\(other.place.phrase): \(other.phrase)")
        }
    }

    private mutating func showOutliers() {
        page.blank()
        let kinds = batch.memoCount + (batch.withoutMemo > 0 ? 1 : 0)
        let outliers = OutliersText(payments: batch.payments, isOne: false, tellsMemos: kinds > 1)
        if let each = batch.payments.each {
            outliers.show(each: each, on: &page)
        } else {
            outliers.show(on: &page)
        }
    }

    // MARK: sums

    private mutating func showTotals() {
        page.blank()
        // The payer is omitted only if it is the one account shown below as the source: a channel's transactions pay
        // for others.
        let holders = Set((batch.flows.leaving + batch.flows.entering).map(\.holder))
        let isOne = batch.sources.count == 1 && holders.isSubset(of: batch.sources.map { .account($0.account) })
        for (index, phrase) in leaving(isOne).enumerated() { fact(index == 0 ? "Leaves" : "", phrase) }
        for (index, total) in batch.flows.entering.prefix(Self.shown).enumerated() {
            fact(index == 0 ? "Enters" : "", total.phrase(isOne: isOne, "about", "into"))
        }
        more(batch.flows.entering.count - Self.shown, "assets and accounts")
        for words in batch.flows.unknownWords { fact("", words) }
        for asset in batch.payments.assets.prefix(Self.shown) {
            let (most, count) = batch.payments.receivers(of: asset)
            fact(
                "To",
                "\(count) \(count == 1 ? "destination" : "destinations") of \(asset)\(count > most.count ? "; most go to" : "")"
            )
            for one in most {
                item(
                    """
                    \(one.destination): \(plain: Amount.text(ofSum: one.sum)) in \(one.count) \
                    \(one.count == 1 ? "payment" : "payments")
                    """)
            }
        }
        more(batch.payments.assets.count - Self.shown, "assets")
    }

    /// Never cut short: by asset and account or, if there are too many for a page, by asset.
    private func leaving(_ isOne: Bool) -> [Phrase] {
        let totals = batch.flows.leaving
        guard totals.count > BatchReview.mostSingle else {
            return totals.map { $0.phrase(isOne: isOne, "at most", "from") }
        }
        let byAsset = Dictionary(grouping: totals, by: \.token)
        return batch.flows.leavingTokens.map { token in
            let totals = byAsset[token] ?? []
            let sum = totals.reduce(Int128(0)) { $0.addingSaturated($1.sum) }
            return """
                \(totals.allSatisfy(\.isExact) ? "" : "at most ")\(plain: token.text(of: sum)) \(token), from \
                \(totals.count) accounts
                """
        }
    }

    // MARK: who, until when, for what fee

    private mutating func showTerms() {
        page.blank()
        for source in batch.sources.prefix(Self.shown) {
            fact("Source", "\(source.account)")
            fact(
                "Sequence",
                source.count == 1
                    ? "\(source.lowest)"
                    : """
                    \(source.lowest) to \(source.highest), \(source.count) transactions, \
                    \(source.isContiguous ? "one behind the other" : "NOT ONE BEHIND THE OTHER")
                    """)
        }
        more(batch.sources.count - Self.shown, "sources")
        for (index, level) in batch.levels.prefix(Self.shown).enumerated() {
            fact(index == 0 ? "Requires" : "", "\(level.phrase) of \(level.account)")
        }
        more(batch.levels.count - Self.shown, "accounts")
        fact(
            "Fees",
            """
            at most \(plain: Amount.text(ofSum: batch.fee)) XLM in all, \(Amount(stroops: batch.highestFee)) XLM for one \
            transaction
            """)
        fact("Valid", validity)
        if batch.memoCount > 0 { fact("Memo", memos) } else { fact("Memo", "none") }
        // If a memo identifies a customer, the number of distinct memos says too little.
        for (account, memos) in batch.payments.wantedMemos.prefix(batch.memoCount > 1 ? Self.shown : 0) {
            item("\(account) gets \(Phrase(memos.prefix(Self.shown).map { Phrase($0) }, separator: ", "))")
            more(memos.count - Self.shown, "memos")
        }
        if batch.signatures > 0 {
            fact(
                "Signed",
                batch.signatures == 1
                    ? "1 signature is there already" : "\(batch.signatures) signatures are there already")
        }
        for note in batch.notes { fact("Claimed", "note, not checked: \(text: Array(note.utf8))") }
        more(batch.noteCount - batch.notes.count, "notes")
    }

    private var memos: Phrase {
        let which: Phrase = batch.onlyMemo.map { Phrase($0) } ?? "\(batch.memoCount) different ones"
        if batch.withoutMemo == 0 { return which }
        return
            "\(which), in \(batch.transactions - batch.withoutMemo) of \(batch.transactions) transactions; the others have none"
    }

    private var validity: Phrase {
        var parts: [Phrase] = []
        if let ends = batch.ends {
            let first: Phrase = "until \(Phrase(time: ends.lowerBound)), \(left(ends.lowerBound))"
            parts.append(
                ends.lowerBound == ends.upperBound
                    ? first : "the first \(first); the last until \(Phrase(time: ends.upperBound))")
        }
        if batch.endless > 0 { parts.append("\(batch.endless) with no expiry") }
        return Phrase(parts, separator: ", ")
    }

    private func left(_ end: UInt64) -> Phrase {
        end < batch.now.seconds
            ? "ended \(Phrase(duration: batch.now.seconds - end)) ago"
            : "\(Phrase(duration: end - batch.now.seconds)) left"
    }

    private mutating func showConclusion() {
        let counts = Dictionary(grouping: batch.findings, by: \.level).mapValues { $0.reduce(0) { $0 + $1.count } }
        let parts = Level.allCases.reversed().compactMap { level in counts[level].map { "\($0) \(paint.level(level))" }
        }
        page.blank()
        page.sayWhoseNames()
        page.pair("Findings", parts.isEmpty ? "none" : parts.joined(separator: ", "))
        if batch.level == .refuse {
            page.line("This is not signed, whatever is typed.", indent: 2)
            return
        }
        if batch.isTooVaried {
            page.item("\(plain: Self.tooVaried)", indent: 2, further: 2)
            return
        }
        for hold in batch.holds { page.pair("To pass \(hold.rule.rawValue), type", hold.value) }
    }
}

extension BatchReview.Found {
    /// The finding with its count and first place; for an account's sequence numbers, with their range.
    var sentence: Phrase {
        guard let place else { return phrase }
        if count == 1 { return "\(phrase) (\(place.phrase))" }
        guard let account, let numbers else { return "\(count) times, the first at \(place.phrase): \(phrase)" }
        let range: Phrase =
            numbers.lowerBound == numbers.upperBound
            ? "the number \(numbers.lowerBound)" : "numbers from \(numbers.lowerBound) to \(numbers.upperBound)"
        return """
            \(count) transactions of \(account) with \(range) \(what). The first, \(place.phrase): \(phrase)
            """
    }

    private var what: Phrase {
        rule == .sequenceUsed
            ? "have others beside them that were signed with the same numbers, and only one of each two can be carried out"
            : "do not follow the one that was signed before"
    }
}
