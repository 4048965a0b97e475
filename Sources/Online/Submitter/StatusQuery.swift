// SPDX-License-Identifier: Apache-2.0

/// A lookup of one transaction: decides which server to query next for what, and draws the conclusion from the responses.
///
/// Each server is queried in an order that makes the responses proof: first the account, then its latest ledger, last
/// the hash. A transaction that is not found then was in no ledger up to the one seen before; and if that ledger is not
/// older than what the account shows, no transaction with its number can be missing. One address may stand for several
/// servers, so what a response itself says about how far the server's history extends counts too.
///
/// Servers to which nothing is submitted are witnesses: what they have settles the transaction, what they lack proves nothing, unless the
/// history of the others does not go back far enough.
struct StatusQuery: Hashable {
    enum Fact: Hashable {
        case ledger, account, ledgerOutcome
        /// The transaction inside a fee bump, which may have been applied without it.
        case innerLedgerOutcome
    }

    enum Answer: Hashable {
        /// The latest ledger's number and close time.
        case ledger(number: Int64, closedAt: Int64)
        /// The account's last used sequence number, nil when there is no such account, and a ledger not before the one
        /// in which it was used.
        case account(sequence: Int64?, ledger: Int64? = nil)
        /// The transaction, nil when the server knows none; and, if the response says so, the ledger up to which it looked, or all
        /// ledgers in which it looked.
        case ledgerOutcome(LedgerOutcome?, upTo: Int64? = nil, through: LedgerRange? = nil)
        /// No usable response; the server may ask for a delay in seconds. A response that breaks the API is described for people.
        case silence(seconds: UInt64?, because: String? = nil)

        /// The close time of the latest ledger that it names.
        var closedAt: Int64? {
            switch self {
            case .ledger(_, let closedAt): closedAt
            case .ledgerOutcome(_, _, let range): range?.lastClosedAt
            case .account, .silence: nil
            }
        }
    }

    enum Verdict: Hashable {
        case found(LedgerOutcome)
        /// Not applied, and it can no longer be: it has expired.
        case expired
        /// In no ledger, and it can no longer be applied: its sequence number is used.
        case passed
        /// In no ledger so far.
        case absent
        /// The servers contradict each other, as described.
        case disagreement(String)
        /// All responses indicate a permanent failure, but the named servers have not responded.
        case unheard(String)
        /// It can no longer be applied, but may be in a ledger that a server's history does not have yet, as described.
        case behind(String)
        case unanswered
    }

    fileprivate struct Finding: Hashable {
        var number: Int64?
        var closedAt: Int64?
        var hasAccount = false
        var sequence: Int64?
        /// A ledger by which the account's last number had been used.
        var used: Int64?
        var ledgerOutcome: LedgerOutcome?
        /// The ledger up to which the server looked for the hash, if known.
        var upTo: Int64?
        /// The ledgers in which the server looked for the hash, if known.
        var range: LedgerRange?
        var isComplete = false
    }

    private let facts: [Fact]
    /// Whether one server's response suffices, because the only conclusion drawn from it is to keep looking.
    private let isGlance: Bool
    private let witnesses: Set<Int>
    private var queue: [Int]
    private var step = 0
    private var findings: [Finding]

    /// Creates a lookup that queries all servers for these facts and then for the transaction.
    init(_ facts: [Fact], then transaction: PendingTransaction, _ pool: ServerPool) {
        self.init(facts, then: transaction, pool, isGlance: false)
    }

    /// A lookup that asks only the first server that responds whether it has the transaction.
    static func glance(at transaction: PendingTransaction, _ pool: ServerPool) -> StatusQuery {
        StatusQuery([], then: transaction, pool, isGlance: true)
    }

    private init(_ facts: [Fact], then transaction: PendingTransaction, _ pool: ServerPool, isGlance: Bool) {
        witnesses = Set(pool.servers.indices.filter { !pool.servers[$0].submits })
        self.facts = facts + (transaction.innerHash == nil ? [.ledgerOutcome] : [.ledgerOutcome, .innerLedgerOutcome])
        self.isGlance = isGlance
        queue = Array(pool.servers.indices)
        findings = Array(repeating: Finding(), count: pool.servers.count)
    }

    /// The next query; nil when there is nothing more to ask.
    mutating func next(_ pool: ServerPool, now: UInt64) -> (server: Int, fact: Fact)? {
        if isGlance, findings.contains(where: \.isComplete) { return nil }
        while let server = queue.first {
            guard pool.canBeAsked(server, at: now) else {
                leave()
                continue
            }
            if pool.servers[server].namesLedgers { while facts[step] == .ledger { step += 1 } }
            return (server, facts[step])
        }
        return nil
    }

    mutating func take(_ answer: Answer) {
        guard let server = queue.first else { return }
        switch answer {
        case .silence:
            findings[server] = Finding()
            return leave()
        case .ledger(let number, let closedAt):
            (findings[server].number, findings[server].closedAt) = (number, closedAt)
        case .account(let sequence, let ledger):
            (findings[server].hasAccount, findings[server].sequence, findings[server].used) = (true, sequence, ledger)
        case .ledgerOutcome(let ledgerOutcome, let upTo, let range):
            findings[server].ledgerOutcome = ledgerOutcome
            // A fee bump is looked up by two hashes.
            if let upTo { findings[server].upTo = min(findings[server].upTo ?? upTo, upTo) }
            if let range { findings[server].take(range) }
        }
        step = findings[server].ledgerOutcome == nil ? step + 1 : facts.count
        guard step == facts.count else { return }
        findings[server].isComplete = true
        leave()
        // Success needs no second server: nothing is submitted again because of it.
        if findings[server].ledgerOutcome?.isSuccessful == true { queue = [] }
    }

    private mutating func leave() {
        queue.removeFirst()
        step = 0
    }

    // MARK: what it comes to

    /// The servers that responded, witnesses left out.
    private var judges: [Int] { findings.indices.filter { findings[$0].isComplete && !witnesses.contains($0) } }

    /// The lowest value of the account's last used number among the servers that responded.
    var sequence: Int64? { judges.compactMap { findings[$0].sequence }.min() }

    /// The close time of the latest ledger that a server reported.
    var closedAt: Int64? { findings.filter(\.isComplete).compactMap(\.closedAt).max() }

    /// Whether every server that responded, witnesses left out, reports an account number that passes the test.
    func allAccounts(_ test: (Int64?) -> Bool) -> Bool {
        let heard = judges
        return !heard.isEmpty && heard.allSatisfy { findings[$0].hasAccount && test(findings[$0].sequence) }
    }

    /// The number of the latest ledger that a server reported.
    var ledger: Int64? { findings.filter(\.isComplete).compactMap(\.number).max() }

    /// The first ledger reported at or after which the transaction can no longer be applied.
    func firstAfterTheEnd(of transaction: PendingTransaction) -> Int64? {
        findings.filter { $0.isComplete && Self.isOver(transaction, $0) }.compactMap(\.number).min()
    }

    /// Whether no later ledger can apply it.
    ///
    /// - Source: CAP-21 §ledgerBounds: the last ledger that can is the one before `maxLedger`.
    private static func isOver(_ transaction: PendingTransaction, _ found: Finding) -> Bool {
        if let end = transaction.maxTime, let closedAt = found.closedAt, closedAt > end { return true }
        if let end = transaction.maxLedger, let number = found.number { return number >= end - 1 }
        return false
    }

    /// - Parameter over: the first ledger ever seen at or after which the transaction can no longer be applied.
    func verdict(on transaction: PendingTransaction, _ pool: ServerPool, over: Int64?) -> Verdict {
        let heard = findings.indices.filter { findings[$0].isComplete }
        let seen = heard.filter { findings[$0].ledgerOutcome != nil }
        guard seen.isEmpty else { return judge(seen, pool) }
        let judges = judges
        guard !judges.isEmpty else { return .unanswered }
        let verdict = verdict(of: judges, on: transaction, pool, over)
        guard let words = tooShort(judges, verdict, transaction, pool) else { return verdict }
        // A witness may have the ledgers that the others no longer have.
        let others = heard.filter { witnesses.contains($0) }
        let other = self.verdict(of: others, on: transaction, pool, over)
        return other == verdict && tooShort(others, other, transaction, pool) == nil ? verdict : .behind(words)
    }

    /// What servers that do not have the transaction prove.
    private func verdict(
        of heard: [Int], on transaction: PendingTransaction, _ pool: ServerPool, _ over: Int64?
    ) -> Verdict {
        guard !heard.isEmpty else { return .unanswered }
        let expired = heard.filter { Self.isOver(transaction, findings[$0]) }
        let passed = heard.filter { (findings[$0].sequence ?? Int64.min) >= transaction.sequence }
        if expired.isEmpty, passed.isEmpty { return .absent }
        if let words = behind(expired: expired, passed: passed, pool, over) { return .behind(words) }
        if expired.count < heard.count, passed.count < heard.count {
            return .disagreement(contradiction(expired, passed, heard, pool))
        }
        if let missing = unheard(pool) { return .unheard(missing) }
        return expired.count == heard.count ? .expired : .passed
    }

    /// The server whose history begins after a ledger that may have applied the transaction, described in words; nil when there is none, or
    /// the verdict is not a permanent failure.
    private func tooShort(
        _ heard: [Int], _ verdict: Verdict, _ transaction: PendingTransaction, _ pool: ServerPool
    ) -> String? {
        guard verdict == .expired || verdict == .passed else { return nil }
        for server in heard {
            let found = findings[server]
            // An account below this sequence number cannot have executed it.
            if found.hasAccount, let sequence = found.sequence, sequence < transaction.sequence { continue }
            guard let range = found.range, !range.covers(everythingSince: transaction.knownSince) else { continue }
            return "it may have been applied before ledger \(range.first), with which the history of "
                + "\(pool.name(server)) begins"
        }
        return nil
    }

    /// The server whose history does not extend as far as its other responses, described in words; nil when there is none.
    private func behind(expired: [Int], passed: [Int], _ pool: ServerPool, _ over: Int64?) -> String? {
        for server in passed {
            let found = findings[server]
            guard let used = found.used, let end = [found.number, found.upTo].compactMap(\.self).min(), end < used
            else { continue }
            return
                "its sequence number is used in ledger \(used), but the history of \(pool.name(server)) ends at \(end)"
        }
        for server in expired {
            guard let over, let end = findings[server].upTo, end < over else { continue }
            return "it expired by ledger \(over), but the history of \(pool.name(server)) ends at \(end)"
        }
        return nil
    }

    /// The verdict when a server has it. A failure counts only when all servers report it: one whose history does not
    /// extend as far may have been told of a ledger that never existed.
    private func judge(_ seen: [Int], _ pool: ServerPool) -> Verdict {
        let outcomes = seen.compactMap { server in findings[server].ledgerOutcome.map { (server, $0) } }
        let good = outcomes.first { $0.1.isSuccessful }
        guard let bad = outcomes.first(where: { !$0.1.isSuccessful }) else {
            return good.map { .found($0.1) } ?? .unanswered
        }
        if let good {
            return .disagreement(
                "\(pool.name(good.0)) says that it succeeded in ledger \(good.1.ledger), \(pool.name(bad.0)) that it "
                    + "failed in ledger \(bad.1.ledger)")
        }
        if let other = judges.first(where: { !seen.contains($0) && has(bad.1.ledger, $0) }) {
            let place = findings[other].number.map { ", which is at ledger \($0)," } ?? ""
            return .disagreement(
                "\(pool.name(bad.0)) says that it failed in ledger \(bad.1.ledger), and \(pool.name(other))\(place) does "
                    + "not have it")
        }
        return unheard(pool).map { .unheard($0) } ?? .found(bad.1)
    }

    /// Whether the history of a server may have a ledger.
    private func has(_ ledger: Int64, _ server: Int) -> Bool {
        findings[server].range.map { $0.first <= ledger } ?? true
    }

    private func contradiction(_ expired: [Int], _ passed: [Int], _ heard: [Int], _ pool: ServerPool) -> String {
        if let one = expired.first, let other = heard.first(where: { !expired.contains($0) }) {
            return
                "it has expired by the ledger time of \(pool.name(one)), but not by that of \(pool.name(other))"
        }
        let one = passed.first ?? 0
        let other = heard.first { !passed.contains($0) } ?? 0
        return "\(pool.name(one)) says that its sequence number is used, \(pool.name(other)) that it is not"
    }

    /// The names of the servers that did not respond, witnesses left out; nil when all did.
    private func unheard(_ pool: ServerPool) -> String? {
        let silent = findings.indices.filter { !findings[$0].isComplete && !witnesses.contains($0) }
            .map { pool.name($0) }
        return silent.isEmpty ? nil : silent.joined(separator: " and ")
    }
}

extension StatusQuery.Finding {
    /// Takes the ledgers in which the server looked, which say also what its latest ledger is.
    fileprivate mutating func take(_ more: LedgerRange) {
        let range = range?.intersection(more) ?? more
        self.range = range
        (number, closedAt, upTo) = (range.last, range.lastClosedAt, range.last)
    }
}
