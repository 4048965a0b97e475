// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// A review as lines of text: ASCII, every address in full and in groups of four.
package struct ReviewText {
    private let full: Bool
    private let paint: ANSIStyle
    private var page: Page

    /// - Parameter full: shows every field of every operation, and all that the request claims.
    package static func of(_ review: Review, full: Bool = false, on screen: Screen = Screen()) -> String {
        var text = ReviewText(
            full: full, paint: ANSIStyle(isOn: screen.colours), page: Page(book: review.book, on: screen))
        text.show(review, title: nil)
        text.showConclusion(review)
        return text.page.text
    }

    /// The parts of the page, for a front end that lays them out itself.
    package static func parts(of review: Review, full: Bool = false) -> [ReviewPart] {
        var text = ReviewText(full: full, paint: ANSIStyle(isOn: false), page: Page(collecting: review.book))
        text.show(review, title: nil)
        text.showConclusion(review)
        return text.page.parts ?? []
    }

    /// The text for several keys that sign the same item: the first one's review, and the additional findings of the
    /// others.
    ///
    /// - Precondition: `reviews` is not empty.
    package static func of(
        _ reviews: [(key: String, review: Review)], full: Bool = false, on screen: Screen = Screen()
    ) -> String {
        let first = reviews[0].review
        var text = ReviewText(
            full: full, paint: ANSIStyle(isOn: screen.colours), page: Page(book: first.book, on: screen))
        text.show(first, title: nil)
        text.showConclusion(first)
        let known = Set(first.allFindings)
        for (key, review) in reviews.dropFirst() {
            text.page.blank()
            text.page.item("With the key \(plain: key) also:", indent: 2, further: 2)
            for finding in review.allFindings where !known.contains(finding) { text.show(finding, indent: 2) }
        }
        return text.page.text
    }

    private init(full: Bool, paint: ANSIStyle, page: Page) {
        self.full = full
        self.paint = paint
        self.page = page
    }

    private mutating func fact(
        _ label: StaticString, _ phrase: Phrase, strong: Bool = false, role: ReviewPart.Role = .fact
    ) {
        page.fact(label, phrase, strong: strong, role: role)
    }

    private mutating func show(_ review: Review, title: String?) {
        showTitle(review, title)
        if let hash = review.hash { showHash(hash) }
        switch review.content {
        case .transaction(let transaction):
            if let challenge = review.challenge { showLogin(challenge, review) }
            showFacts(transaction, review)
        case .feeBump(let bump):
            fact("Payer", "\(bump.feeSource)")
            fact("Fee", "at most \(plain: Amount(stroops: bump.fee).feeText())")
            fact("Requires", "low threshold of the fee source")
        case .authorization(let asked): show(asked, review)
        case .chainMessage(let message): show(message, now: review.now)
        case .message(let bytes):
            let isText = String(validating: bytes, as: UTF8.self) != nil
            fact("Text", isText ? Phrase(quoting: bytes) : Phrase(textOrHex: bytes))
        case .file(let file):
            fact("File", "\(text: Array(file.name.utf8)), \(file.size) bytes")
            page.groups("SHA-256", Hex.encode(file.sha256.bytes), lines: 2)
            page.groups("BLAKE2b", Hex.encode(file.blake2b), lines: 4)
            fact("Comment", "\(text: Array(file.comment.utf8)) (signed with the file)")
        case .nothing: break
        }
        if title == nil { showAsked(review) }
        showClaims(review.claims)
        for finding in review.findings where finding.operation == nil { show(finding, indent: 2) }
        showOperations(review)
        if case .transaction = review.content { AuthorityText(forecast: review.authority).show(on: &page) }
        showSignatures(review)
        if let inner = review.inner {
            page.blank()
            show(inner, title: "Inner transaction")
        }
        for companion in review.companions {
            page.blank()
            show(companion, title: "Attached transaction")
        }
    }

    private mutating func show(_ message: ChainMessage, now: Timestamp) {
        fact("Chain", "\(plain: message.network.title) (\(plain: message.network.caip2))", strong: true)
        page.groups("Address", message.address.text, lines: 1)
        fact("Claimed", "asked by \(text: Array(message.origin.utf8))", strong: true)
        fact("Claimed", "purpose, not checked: \(text: Array(message.purpose.utf8))")
        if let expires = message.expires {
            let left: Phrase =
                expires < now
                ? "ended \(Phrase(duration: now.seconds - expires.seconds)) ago"
                : "\(Phrase(duration: expires.seconds - now.seconds)) left"
            fact("Claimed", "no response counts after \(Phrase(time: expires.seconds)), \(left)")
        }
        fact("Length", "\(message.bytes.count) bytes")
        guard String(validating: message.bytes, as: UTF8.self) != nil else {
            return fact("Text", Phrase(textOrHex: message.bytes), strong: true)
        }
        let lines = message.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 1 else { return fact("Text", Phrase(quoting: message.bytes), strong: true) }
        fact("Text", "\(lines.count) lines:")
        for line in lines { fact("", Phrase(quoting: Array(line)), strong: true) }
    }

    private mutating func show(_ asked: AuthorizationRequest, _ review: Review) {
        if let login = review.contractLogin { showLogin(login) }
        if let body = asked.entry.credentials.address {
            fact("Address", "\(body.address)")
            fact("Nonce", "\(body.nonce); credentials: \(plain: asked.entry.credentials.name)")
        }
        fact(
            "Call", OperationSummary.of(.invokeHostFunction(asked.asBareOperation), tokens: review.tokens), strong: true
        )
        fact("Valid", asked.validity)
        if let rules = asked.contextRules { fact("Rules", Self.rules(rules, asked.ruleDigest), strong: true) }
        if review.contractLogin?.isValid == true { return }
        let flows = Flows(asked, tokens: review.tokens)
        for line in TransactionSums.lines(flows, isOne: false) { fact(line.label, line.phrase, strong: true) }
        if let envelope = asked.envelope, let network = review.network {
            fact(
                "For",
                """
                the transaction \(envelope.hash(on: network)) of \(envelope.innermost.sourceAccount), or any other that \
                makes this call
                """)
        } else {
            fact("For", "any transaction that makes this call: the request names none")
        }
    }

    /// The context rules of an account of OpenZeppelin's library, which say who must sign and what is allowed.
    private static func rules(_ rules: [UInt32], _ digest: AuthPayload.Digest) -> Phrase {
        let numbers = rules.map { String($0) }.joined(separator: ", ")
        return """
            the account checks its calls against its context rules \(plain: numbers.isEmpty ? "none" : numbers), one for each call in order; \
            \(digest == .account ? "what is signed names the account" : "what is signed is of the older form, of payload and rules")
            """
    }

    private mutating func showTitle(_ review: Review, _ title: String?) {
        let what = title ?? (review.contractLogin == nil ? review.kind.title : "Login of a contract account")
        if case .chainMessage(let message) = review.content {
            return page.line("Message for \(message.network.title), not a transaction")
        }
        guard let network = review.network, title == nil else { return page.line(what) }
        let name = network.name ?? "an unknown network"
        let shown = paint.network(name, isPublic: network == .public)
        page.line("\(what) on \(shown) (network id \(Hex.encode(network.id.bytes.prefix(4))))")
        let isAssumed = review.claims.link?.networkAssumed == true
        fact(
            "Network",
            "\(text: Array(network.passphrase.utf8))\(isAssumed ? ", assumed by SEP-7" : "")"
        )
    }

    private mutating func showHash(_ hash: TransactionHash) {
        page.groups("Hash", hash.hex, lines: 2)
        fact(
            "Words",
            """
            \(plain: CheckWords.text(of: hash)) (check words: compare with the other machines; not a seed \
            phrase)
            """
        )
    }

    private mutating func showFacts(_ transaction: Transaction, _ review: Review) {
        fact("Source", "\(transaction.sourceAccount)")
        // A login moves nothing and requires no threshold.
        let sums = review.challenge == nil ? TransactionSums(transaction, tokens: review.tokens) : nil
        fact("Sequence", "\(transaction.seqNum)\(sums?.onlyRequired.map { "; requires: \($0)" } ?? "")")
        fact("Fee", "at most \(plain: Amount(stroops: Int64(transaction.fee)).feeText())")
        fact("Valid", validity(transaction.cond, now: review.now))
        fact("Memo", memo(of: transaction), role: .memo(transaction.memo))
        for line in sums?.lines ?? [] { fact(line.label, line.phrase, strong: true) }
        guard full else { return }
        if let conditions = transaction.cond.extended { show(FieldDump.of(conditions), indent: 4, ofOperation: false) }
        if case .v1(let data) = transaction.ext { show(FieldDump.of(data), indent: 4, ofOperation: false) }
    }

    /// The signer cannot query the ledger, so it does not know whether a destination requires a memo.
    private func memo(of transaction: Transaction) -> Phrase {
        let mayBeMissing = transaction.memo == .none && transaction.operations.contains { $0.mayNeedMemo }
        return mayBeMissing ? "none; whether the destination wants one is not checked here" : Phrase(transaction.memo)
    }

    private func validity(_ conditions: Preconditions, now: Timestamp) -> Phrase {
        guard let bounds = conditions.timeBounds else { return "no expiry" }
        var start: Phrase = ""
        if bounds.minTime > 0 {
            start = "from \(Phrase(time: bounds.minTime)) "
        }
        if bounds.maxTime == 0 { return "\(start)no expiry" }
        let left: Phrase =
            bounds.maxTime < now.seconds
            ? "ended \(Phrase(duration: now.seconds - bounds.maxTime)) ago"
            : "\(Phrase(duration: bounds.maxTime - now.seconds)) left"
        return "\(start)until \(Phrase(time: bounds.maxTime)), \(left)"
    }

    private mutating func showLogin(_ challenge: ChallengeVerdict, _ review: Review) {
        fact("Login at", challenge.homeDomain.map { Phrase(quoting: $0) } ?? "no domain")
        if let client = challenge.client { fact("as", "\(client)") }
        if let memo = challenge.memoID { fact("with id", "\(memo)") }
        if let domain = challenge.webAuthDomain { fact("through", Phrase(quoting: domain)) }
        if let domain = challenge.clientDomain { fact("using", "the client of \(Phrase(quoting: domain))") }
        fact("Verdict", challenge.fault.map { "NOT VALID: \($0.phrase)" } ?? "a valid login; it moves no money")
    }

    private mutating func showLogin(_ login: ContractChallengeVerdict) {
        fact("Login at", login.homeDomain.map { Phrase(quoting: $0) } ?? "no domain")
        if let client = login.client { fact("as", "\(StrKey.contract(client))") }
        if let domain = login.webAuthDomain { fact("through", Phrase(quoting: domain)) }
        if let domain = login.clientDomain { fact("using", "the client of \(Phrase(quoting: domain))") }
        fact("Verdict", login.fault.map { "NOT VALID: \($0.phrase)" } ?? "a valid login; it moves no money")
    }

    /// Shows whether the key is one of those that the request asks to sign; only if it asks several, or others.
    ///
    /// This helps the holder of the key. Of the rules only W-KEY uses it, and only if there never was a book.
    private mutating func showAsked(_ review: Review) {
        let asked = review.claims.signers.map(\.account)
        guard let key = review.key, review.challenge == nil, !asked.isEmpty, asked != [key] else { return }
        let others = asked.filter { $0 != key }.count
        if others == asked.count {
            let keys: Phrase = asked.count == 1 ? "another key" : "\(asked.count) other keys"
            fact("Claimed", "\(keys) \(asked.count == 1 ? "is" : "are") asked to sign, and this one is not")
        } else {
            fact("Claimed", "this key is asked to sign, and \(others) more")
        }
    }

    private mutating func showClaims(_ claims: Claims) {
        if let note = claims.note { fact("Claimed", "note, not checked: \(text: Array(note.utf8))") }
        if let message = claims.link?.message { fact("Claimed", "message, not checked: \(text: Array(message.utf8))") }
        guard full else { return }
        for signer in claims.signers { fact("Claimed", "asked to sign: \(signer)") }
        if let hints = claims.hints, hints.asObject?.count != 0 {
            fact("Claimed", "hints, not checked:")
            // The JSON writer emits printable ASCII only.
            for line in hints.text(pretty: true).split(separator: "\n") { page.line(String(line), indent: 11) }
        }
    }

    private mutating func showOperations(_ review: Review) {
        let byOperation = Dictionary(grouping: review.findings.filter { $0.operation != nil }, by: \.operation)
        let payments = full ? nil : PaymentsText(review)
        let told = payments?.indices ?? []
        payments?.showFirst(on: &page)
        for (index, operation) in review.operations.enumerated() where !told.contains(index) {
            page.blank()
            page.operation(index + 1, operation.summary, strong: true)
            if let source = operation.source { page.detail("by", "\(source)") }
            if full {
                page.detail("", "\(plain: "\(operation.type)")")
                show(operation.fields, indent: 5, ofOperation: true)
            }
            for finding in byOperation[index] ?? [] { show(finding, indent: 5, ofOperation: true) }
        }
        payments?.showAll(on: &page)
    }

    private mutating func show(_ fields: [Field], indent: Int, ofOperation: Bool) {
        for field in fields { page.field(field.path, field.value, indent: indent, ofOperation: ofOperation) }
    }

    private mutating func show(_ finding: Finding, indent: Int, ofOperation: Bool = false) {
        page.finding(
            finding.level, finding.rule, finding.tree?.head ?? finding.phrase, indent: indent, ofOperation: ofOperation)
        for node in finding.tree?.nodes ?? [] {
            page.reason(node.phrase, indent: indent + 2 + 2 * min(node.depth, 10))
        }
    }

    private mutating func showSignatures(_ review: Review) {
        if review.signatures.isEmpty { return }
        page.blank()
        for signature in review.signatures {
            let hint = Hex.encode(signature.hint.bytes)
            let maker: Phrase =
                signature.account.map { "by \($0)" } ?? signature.claimed.map { "WRONGLY, with the hint of \($0)" }
                ?? "with the hint \(plain: hint), by none of the accounts that are named here"
            page.fact("Signed", maker, columns: 8)
        }
    }

    private mutating func showConclusion(_ review: Review) {
        let counts = Dictionary(grouping: review.allFindings, by: \.level).mapValues(\.count)
        let parts = Level.allCases.reversed().compactMap { level in counts[level].map { "\($0) \(paint.level(level))" }
        }
        page.blank()
        page.sayWhoseNames()
        page.pair("Findings", parts.isEmpty ? "none" : parts.joined(separator: ", "))
        if review.level == .refuse {
            page.line("This is not signed, whatever is typed.", indent: 2)
            return
        }
        for hold in review.holds {
            page.pair("To pass \(hold.rule.rawValue), type", hold.value)
        }
    }
}

extension ReviewKind {
    fileprivate var title: String {
        switch self {
        case .transaction: "Transaction"
        case .feeBump: "Fee bump"
        case .challenge: "Login"
        case .message: "Message, not a transaction"
        case .authorization: "Authorization of a contract call"
        case .hash: "Bare hash"
        case .payload: "Raw payload"
        case .file: "File, to be signed in minisign's format"
        }
    }
}

extension Operation {
    /// Whether SEP-29 lets the destination require a memo: a payment or merge to an address without an id.
    fileprivate var mayNeedMemo: Bool {
        guard let transfer = body.facts.transfer else { return false }
        return transfer.canNeedMemo && transfer.destination?.id == nil
    }
}
