// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Stellar
package import StellarXDR

/// What a person is shown about many transactions that are approved together: sums, ranges and outliers.
///
/// Reviews are added one by one, and only what the page needs is kept of them.
package struct BatchReview: Sendable {
    /// The findings of one rule at one level. Each phrase of a hold, or not about a plain payment, is kept separately.
    package struct Found: Sendable {
        package let rule: RuleID
        package let level: Level
        package fileprivate(set) var count = 0
        /// The first phrase.
        package let phrase: Phrase
        /// The phrase with its target, if the phrase leaves that to the operation's line.
        package let standalone: Phrase
        /// Nil for a finding about all transactions together.
        package let place: Place?
        /// Set where several holds about an account's sequence numbers are combined.
        package let account: AccountID?
        package fileprivate(set) var numbers: ClosedRange<Int64>?
        /// What must be typed to pass the first of the findings; nil unless it is a hold.
        package fileprivate(set) var value: String?
    }

    /// An operation that is not a plain payment and is shown individually.
    package struct Other: Sendable {
        package let place: Place
        package let phrase: Phrase
    }

    /// The maximum number of these, and of separately kept phrases, on a page: no one reads more of them one by one.
    package static let mostSingle = 50

    /// The transactions of one account.
    package struct Source: Sendable {
        package let account: AccountID
        package fileprivate(set) var count = 0
        package fileprivate(set) var lowest: Int64
        package fileprivate(set) var highest: Int64
        fileprivate var isInOrder = true

        /// Whether the numbers are consecutive in the order of the file.
        package var isContiguous: Bool {
            let (span, overflow) = highest.subtractingReportingOverflow(lowest)
            return isInOrder && !overflow && span == Int64(count) - 1
        }
    }

    package let network: Network
    package let now: Timestamp
    package private(set) var transactions = 0
    package private(set) var operations = 0
    package private(set) var feeBumps = 0
    /// The number of operations of each type, in order of first appearance.
    package private(set) var types: [(type: OperationType, count: Int)] = []
    package private(set) var sources: [Source] = []
    /// The maximum of all fees together, in stroops.
    package private(set) var fee: Int128 = 0
    /// The highest fee of a single transaction.
    package private(set) var highestFee: Int64 = 0
    /// The range of expiry times, of the transactions that have one.
    package private(set) var ends: ClosedRange<UInt64>?
    package private(set) var endless = 0
    package private(set) var signatures = 0
    package private(set) var flows = Flows()
    package private(set) var payments = BatchPayments()
    /// The accounts whose signatures are needed, and the thresholds, in order of first appearance.
    package private(set) var levels: [RequiredLevels] = []
    /// Who can sign for the accounts that the transactions change, once all of them are applied, those of one source in
    /// the order of their sequence numbers. Empty for a batch that is too varied to be signed.
    package var authority: AuthorityForecast {
        if isTooVaried { return AuthorityForecast() }
        guard sources.contains(where: { !$0.isInOrder }) else { return forecast }
        var places: [AccountID: [Int]] = [:]
        for (place, applied) in steps.enumerated() {
            places[applied.step.transaction.sourceAccount.account, default: []].append(place)
        }
        var ordered = steps
        for own in places.values {
            let sorted = own.map { steps[$0] }.sorted { a, b in
                (a.step.transaction.seqNum, a.step.line ?? 0) < (b.step.transaction.seqNum, b.step.line ?? 0)
            }
            for (place, applied) in zip(own, sorted) { ordered[place] = applied }
        }
        var result = AuthorityForecast()
        for applied in ordered { result.apply(applied.step, book: book, claims: applied.claims) }
        return result
    }
    private var forecast = AuthorityForecast()
    /// The transactions in the order of the file, for a batch whose sequence numbers go back.
    private var steps: [(step: AuthorityStep, claims: Claims)] = []
    package private(set) var withoutMemo = 0
    /// The first recipients of value, as many as a screen may show.
    package private(set) var recipients: [StrKey] = []
    private var recipientSet: Set<StrKey> = []
    /// Whether an address receives value.
    func isRecipient(_ address: StrKey) -> Bool { recipientSet.contains(address) }
    /// By rule and level, the strongest first.
    package var findings: [Found] {
        let found = control.map(\.found) + self.found + totalFindings.map(Found.init)
        let rank = found.map { order[$0.rule] ?? -1 }
        return found.indices.sorted {
            let (a, b) = (found[$0], found[$1])
            return a.level != b.level ? a.level > b.level : rank[$0] != rank[$1] ? rank[$0] < rank[$1] : $0 < $1
        }.map { found[$0] }
    }
    /// Operations that are not plain payments, as many as are shown.
    package private(set) var others: [Other] = []
    /// Whether more must be read one by one than fits on a page; if so, it is not signed as a batch.
    package private(set) var isTooVaried = false
    /// What must be typed before the batch is signed, each once.
    package var holds: [HoldQuestion] {
        let control = control
        let asked = Dictionary(control.compactMap { one in one.signer.map { ($0, one.hold) } }) { first, _ in first }
        // The question about a new signer is also the one about setting it.
        let (covered, others) = (
            questions.filter { $0.isCovered(by: asked) }, questions.filter { !$0.isCovered(by: asked) }
        )
        let first = control.map { one in
            covered.filter { $0.isCovered(by: one.signer.map { [$0: one.hold] } ?? [:]) }.reduce(
                into: HoldQuestion(one.hold)
            ) { $0.add($1.holds[0]) }
        }
        return first + others + totalFindings.compactMap(\.hold).map { HoldQuestion($0) }
    }
    private var limits = ReviewLimits()
    private var pathPayments = PathPaymentTotals()
    /// The number of payments, and of those that were signed lately.
    private var paid = (all: 0, recent: 0)
    /// The distinct notes of the requests, as many as are shown.
    package private(set) var notes: [String] = []
    package private(set) var noteCount = 0
    /// The book of the reviews, for the names of accounts.
    package private(set) var book = Book()
    /// Payers and recipients that the book has a name for.
    private var named: Set<AccountID> = []
    private var memos: Set<Memo> = []
    private var digest: [UInt8] = []
    private var found: [Found] = []
    private var foundPlaces: [FoundKey: Int] = [:]
    private var singles = 0
    private var order: [RuleID: Int] = [:]
    private var held: Set<Hold> = []
    private var questions: [HoldQuestion] = []
    private var questionPlaces: [FoundKey: Int] = [:]
    private var noted: Set<String> = []
    private var sourcePlaces: [AccountID: Int] = [:]
    private var levelPlaces: [AccountID: Int] = [:]
    private var typePlaces: [OperationType: Int] = [:]

    private struct FoundKey: Hashable {
        let rule: RuleID
        let level: Level
        /// Nil if the first phrase stands for all.
        let phrase: Phrase?
        /// The account, if one entry stands for all of its sequence numbers.
        let account: AccountID?
        /// The target of a hold that must be passed separately.
        let target: String?
    }

    package init(on network: Network, now: Timestamp) {
        self.network = network
        self.now = now
    }

    /// Payers and recipients that the book has a name for, ordered by address.
    package var namedAccounts: [AccountID] { named.sorted { $0.address < $1.address } }

    /// The number of distinct memos, not counting none.
    package var memoCount: Int { memos.count }

    /// The memo, if all transactions that have one share it.
    package var onlyMemo: Memo? { memos.count == 1 ? memos.first : nil }

    package var level: Level? {
        (control.map(\.found.level) + found.map(\.level) + totalFindings.map(\.level)).max()
    }

    /// See `TransactionHash.init(ofBatch:)`.
    package var hash: TransactionHash { TransactionHash(ofBatch: digest) }

    /// What becomes of the control of accounts by all transactions or some of them: thresholds that no one can reach
    /// any more, and new signers that reach one alone.
    private var control: [(found: Found, hold: Hold, signer: String?)] {
        authority.outcomes.flatMap { outcome -> [(found: Found, hold: Hold, signer: String?)] in
            func found(_ phrase: Phrase, _ hold: Hold, _ signer: String? = nil) -> (Found, Hold, String?) {
                let place = Place(line: outcome.line ?? transactions, operation: nil)
                return (
                    Found(
                        rule: hold.rule, level: .hold, count: 1, phrase: phrase, standalone: phrase, place: place,
                        account: nil, numbers: nil, value: hold.value), hold, signer
                )
            }
            return (outcome.lost.isEmpty ? [] : [found(outcome.lockout, outcome.lockoutHold)])
                + outcome.newSigners.map { found($0.phrase, $0.hold, $0.key.strKey.text) }
        }
    }

    // MARK: taking in

    /// Adds the review of a transaction or fee bump.
    ///
    /// - Parameter line: its line in the file, from 1.
    package mutating func add(_ review: Review, line: Int) {
        guard let hash = review.hash else { return }
        if transactions == 0 {
            book = review.book
            limits = review.limits
        }
        digest += hash.bytes
        transactions += 1
        signatures += review.signatures.count
        switch review.content {
        case .transaction(let transaction):
            add(fee: Int64(transaction.fee))
            add(transaction, review.operations, line, review.tokens)
        case .feeBump(let bump):
            feeBumps += 1
            add(fee: bump.fee)
            need(bump.feeSource.account, .low)
            add(bump.inner.tx, review.inner?.operations ?? [], line, review.tokens)
        case .message, .chainMessage, .authorization, .file, .nothing: break
        }
        paid.all += review.payments.payments.count
        paid.recent += review.payments.recent
        for finding in review.allFindings { add(finding, review, line) }
        if !isTooVaried, let step = AuthorityStep(review, line: line) {
            forecast.apply(step, book: review.book, claims: review.claims)
            steps.append((step.compact, review.claims))
        }
        if let note = review.claims.note, noted.insert(note).inserted {
            noteCount += 1
            if notes.count < BatchPayments.shown { notes.append(note) }
        }
    }

    /// Findings about all transactions together, which no single transaction shows.
    private var totalFindings: [Finding] {
        var findings = Findings()
        Rules.batchFee(fee, transactions: transactions, limits, &findings)
        if transactions > 1 { Rules.losses(pathPayments, &findings) }
        Rules.repeated(paid.recent, of: paid.all, &findings)
        return findings.list
    }

    private mutating func add(fee stroops: Int64) {
        fee += Int128(max(stroops, 0))
        highestFee = max(highestFee, stroops)
    }

    private mutating func add(
        _ transaction: Transaction, _ operations: [OperationReview], _ line: Int, _ tokens: KnownTokens
    ) {
        count(transaction.seqNum, of: transaction.sourceAccount.account)
        pathPayments.add(operations, by: transaction.sourceAccount)
        if transaction.memo == .none { withoutMemo += 1 } else { memos.insert(transaction.memo) }
        if let end = transaction.cond.timeBounds?.maxTime, end > 0 {
            ends = ends.map { min($0.lowerBound, end)...max($0.upperBound, end) } ?? end...end
        } else {
            endless += 1
        }
        for required in transaction.requiredLevels {
            for level in required.levels { need(required.account, level) }
        }
        for (index, review) in operations.enumerated() {
            let place = Place(line: line, operation: index)
            self.operations += 1
            count(review.operation.type)
            let account = (review.source ?? transaction.sourceAccount).account
            let facts = review.facts
            if !book.contacts.isEmpty {
                for other in [account] + facts.destinations.map(\.account) {
                    guard let terms = book.terms(of: other) else { continue }
                    named.insert(other)
                    if terms.wantsMemo, other != account { payments.addWanted(transaction.memo, of: other) }
                }
            }
            for address in review.recipients
            where recipientSet.insert(address).inserted && recipients.count < LastScreen.mostRecipients {
                recipients.append(address)
            }
            flows.add(review.operation.body, facts, by: account, tokens: tokens)
            payments.add(facts, memo: transaction.memo, at: place)
            addOther(review, place)
        }
        if max(flows.leavingTokens.count, payments.assets.count) > Self.mostSingle { isTooVaried = true }
    }

    private mutating func count(_ sequence: Int64, of account: AccountID) {
        guard let place = sourcePlaces[account] else {
            sourcePlaces[account] = sources.count
            sources.append(Source(account: account, count: 1, lowest: sequence, highest: sequence))
            return
        }
        sources[place].count += 1
        sources[place].isInOrder = sources[place].isInOrder && sequence > sources[place].highest
        sources[place].lowest = min(sources[place].lowest, sequence)
        sources[place].highest = max(sources[place].highest, sequence)
    }

    private mutating func count(_ type: OperationType) {
        if let place = typePlaces[type] {
            types[place].count += 1
        } else {
            typePlaces[type] = types.count
            types.append((type, 1))
        }
    }

    private mutating func need(_ account: AccountID, _ threshold: Operation.Threshold) {
        if let place = levelPlaces[account] {
            levels[place].add(threshold)
        } else {
            levelPlaces[account] = levels.count
            levels.append(RequiredLevels(account, threshold))
        }
    }

    private mutating func addOther(_ review: OperationReview, _ place: Place) {
        guard !review.facts.isPlainPayment else { return }
        guard others.count < Self.mostSingle else {
            isTooVaried = true
            return
        }
        let what = review.summary
        others.append(Other(place: place, phrase: review.source.map { "\(what), by \($0)" } ?? what))
    }

    /// The key by which findings are grouped: by account if about sequence numbers, by phrase if kept separately.
    private static func key(_ finding: Finding, _ isSingle: Bool) -> FoundKey {
        let account = finding.hold?.number?.account
        return FoundKey(
            rule: finding.rule, level: finding.level, phrase: isSingle && account == nil ? finding.phrase : nil,
            account: account, target: account == nil ? finding.hold?.target : nil)
    }

    private mutating func count(_ finding: Finding, _ isSingle: Bool, _ place: Place) {
        let key = Self.key(finding, isSingle)
        let number = finding.hold?.number?.sequence
        if let known = foundPlaces[key] {
            found[known].count += 1
            if let number, let numbers = found[known].numbers {
                found[known].numbers = min(numbers.lowerBound, number)...max(numbers.upperBound, number)
            }
            return
        }
        if isSingle {
            guard singles < Self.mostSingle * 2 else {
                isTooVaried = true
                return
            }
            singles += 1
        }
        foundPlaces[key] = found.count
        found.append(
            Found(
                rule: finding.rule, level: finding.level, count: 1, phrase: finding.phrase,
                standalone: finding.standalone, place: place, account: key.account, numbers: number.map { $0...$0 },
                value: finding.challengeValue))
    }

    private mutating func ask(_ finding: Finding) {
        guard let hold = finding.hold, !isTooVaried, held.insert(hold).inserted else { return }
        guard hold.number != nil else { return questions.append(HoldQuestion(hold)) }
        let key = Self.key(finding, true)
        if let place = questionPlaces[key] {
            questions[place].add(hold)
        } else {
            questionPlaces[key] = questions.count
            questions.append(HoldQuestion(hold))
        }
    }

    private mutating func add(_ finding: Finding, _ review: Review, _ line: Int) {
        let place = Place(line: line, operation: finding.operation)
        if order[finding.rule] == nil { order[finding.rule] = order.count }
        let operations = review.operations.isEmpty ? review.inner?.operations ?? [] : review.operations
        let facts = finding.operation.flatMap {
            operations.indices.contains($0) ? operations[$0].facts : nil
        }
        // The first of several refusals suffices; a warning about a whole transaction may differ from one about
        // another.
        let isSingle =
            switch finding.level {
            case .refuse: false
            case .hold: true
            case .warn: facts?.isPlainPayment != true
            case .info: facts?.isPlainPayment == false
            }
        count(finding, isSingle, place)
        ask(finding)
        if let facts { payments.add(finding, about: facts, at: place) }
    }
}

extension BatchReview.Found {
    /// A finding about all transactions together.
    fileprivate init(_ finding: Finding) {
        self.init(
            rule: finding.rule, level: finding.level, count: 1, phrase: finding.phrase,
            standalone: finding.standalone, place: nil, account: nil, value: finding.challengeValue)
    }
}

extension HoldQuestion {
    /// Whether it asks about setting a signer whose hold as a new signer has the same value.
    fileprivate func isCovered(by signers: [String: Hold]) -> Bool {
        rule == .signer && holds.count == 1 && signers[holds[0].target]?.value == holds[0].value
    }
}
