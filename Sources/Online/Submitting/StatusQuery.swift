// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
import Stellar

/// A lookup of one transaction: decides which server to query next for what, and draws the conclusion from the
/// responses.
///
/// Each server is queried in an order that makes the responses proof: first the account, then its latest ledger, last
/// the hash. A transaction that is not found then was in no ledger up to the one seen before; and if that ledger is not
/// older than what the account shows, no transaction with its number can be missing. One address may stand for several
/// servers, so what a response itself says about how far the server's history extends counts too.
///
/// No single clock ends a transaction: an end by time needs the ledger's time and this machine's clock, both with a
/// margin, and an end by ledger a second server, or an earlier ledger to compare the number with. A used sequence
/// number counts only once the transaction that used it was seen: as long as it was not, it may be this one, in a
/// ledger that the server does not show.
///
/// Servers to which nothing is submitted are witnesses: what they have settles the transaction, what they lack proves
/// nothing, unless the history of the others does not go back far enough. But a number that is used, or a failure in a
/// ledger, ends nothing while a witness that has that ledger says that the account has not used the number.
struct StatusQuery: Hashable {
    typealias Fact = LedgerQuestion
    typealias Answer = LedgerAnswer

    enum Outcome: Hashable {
        case found(LedgerOutcome)
        /// Not applied, and it can no longer be: it has expired.
        case expired
        /// It can no longer be applied: its sequence number was used by this transaction, or the account began beyond
        /// it.
        case passed(by: TransactionHash?)
        /// In no ledger so far.
        case absent
        /// The servers contradict each other, as described.
        case disagreement(String)
        /// All responses indicate a permanent failure, but the named servers have not responded.
        case unconfirmed(String)
        /// It can no longer be applied, but may be in a ledger that a server's history does not have yet, as described.
        case behind(String)
        /// In no ledger so far, and what says that it can no longer be applied is no proof, as described.
        ///
        /// - Parameter isOpen: whether it can still be applied as far as this machine alone knows.
        case unproven(String, isOpen: Bool)
        case unanswered
    }

    fileprivate struct Observation: Hashable {
        var number: Int64?
        var closedAt: Int64?
        var hasAccount = false
        var sequence: Int64?
        var hasUsedNumbers = true
        /// The transaction that was seen to use the number.
        var user: TransactionHash?
        /// Whether the list shows that it was this transaction, which the server does not find by its hash.
        var isOwn = false
        var search = LedgerQuestion.NumberSearch()
        /// The pages of a list of transactions that were read.
        var pages = 0
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
    private let number: Int64
    /// Whether an attempt from here may have arrived, so that it may be this transaction that used its number.
    private let mayHaveArrived: Bool
    /// The transaction that the journal has seen in a ledger with the sequence number.
    private let knownUser: TransactionHash?
    /// Whether one server's response suffices, because the only conclusion drawn from it is to keep looking.
    private let isGlance: Bool
    private let witnesses: Set<Int>
    private var queue: [Int]
    private var step = 0
    private var findings: [Observation]

    /// Creates a lookup that queries all servers for these facts and then for the transaction.
    ///
    /// - Parameter mayHaveArrived: whether an attempt from here may have arrived.
    init(_ facts: [Fact], then transaction: PendingTransaction, _ pool: ServerPool, mayHaveArrived: Bool = true) {
        self.init(facts, then: transaction, pool, isGlance: false, mayHaveArrived: mayHaveArrived)
    }

    /// A lookup that asks only the first server that responds whether it has the transaction.
    static func quickLookup(at transaction: PendingTransaction, _ pool: ServerPool) -> StatusQuery {
        StatusQuery([], then: transaction, pool, isGlance: true, mayHaveArrived: true)
    }

    private init(
        _ facts: [Fact], then transaction: PendingTransaction, _ pool: ServerPool, isGlance: Bool, mayHaveArrived: Bool
    ) {
        self.mayHaveArrived = mayHaveArrived
        witnesses = Set(pool.servers.indices.filter { !pool.servers[$0].submits })
        let hashes: [Fact] = transaction.innerHash == nil ? [.ledgerOutcome] : [.ledgerOutcome, .innerLedgerOutcome]
        self.facts = facts + hashes + (facts.contains(.account) ? [.numberUser(LedgerQuestion.NumberSearch())] : [])
        number = transaction.sequence
        knownUser = transaction.numberUser
        self.isGlance = isGlance
        queue = Array(pool.servers.indices)
        findings = Array(repeating: Observation(), count: pool.servers.count)
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
            if case .numberUser = facts[step] { return (server, .numberUser(findings[server].search)) }
            return (server, facts[step])
        }
        return nil
    }

    mutating func take(_ answer: Answer) {
        guard let server = queue.first else { return }
        switch answer {
        case .silence:
            findings[server] = Observation()
            return leave()
        case .ledger(let number, let closedAt):
            (findings[server].number, findings[server].closedAt) = (number, closedAt)
        case .account(let sequence, let ledger, let hasUsedNumbers):
            (findings[server].hasAccount, findings[server].sequence, findings[server].used) = (true, sequence, ledger)
            findings[server].hasUsedNumbers = hasUsedNumbers
            findings[server].search.ledger = ledger
        case .ledgerOutcome(let ledgerOutcome, let upTo, let range):
            findings[server].ledgerOutcome = ledgerOutcome
            // A fee bump is looked up by two hashes.
            if let upTo { findings[server].upTo = min(findings[server].upTo ?? upTo, upTo) }
            if let range { findings[server].take(range) }
        case .numberUser(.unseen): break
        case .numberUser(.other(let hash)): findings[server].user = hash
        case .numberUser(.own): findings[server].isOwn = true
        case .numberUser(.more(let cursor)):
            findings[server].pages += 1
            findings[server].search.cursor = cursor
            if findings[server].pages < Self.mostPages { return }
        }
        step = findings[server].ledgerOutcome == nil ? step + 1 : facts.count
        if step < facts.count, case .numberUser = facts[step], !wantsUser(findings[server]) { step += 1 }
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

    /// The most pages of a list that are read for one server.
    private static let mostPages = 12

    /// Whether the account has used the number, and it is not known by which transaction.
    private func wantsUser(_ found: Observation) -> Bool {
        knownUser == nil && found.hasUsedNumbers && found.sequence.map { $0 >= number } == true
    }

    // MARK: what it comes to

    /// The servers that responded, witnesses left out.
    private var authoritativeServers: [Int] {
        findings.indices.filter { findings[$0].isComplete && !witnesses.contains($0) }
    }

    /// The lowest value of the account's last used number among the servers that responded.
    var sequence: Int64? { authoritativeServers.compactMap { findings[$0].sequence }.min() }

    /// The close time of the latest ledger that a server reported.
    var closedAt: Int64? { findings.filter(\.isComplete).compactMap(\.closedAt).max() }

    /// Whether every server that responded, witnesses left out, reports an account number that passes the test.
    func allAccounts(_ test: (Int64?) -> Bool) -> Bool {
        let heard = authoritativeServers
        return !heard.isEmpty && heard.allSatisfy { findings[$0].hasAccount && test(findings[$0].sequence) }
    }

    /// The number of the latest ledger that a server reported.
    var ledger: Int64? { findings.filter(\.isComplete).compactMap(\.number).max() }

    /// The first ledger reported at or after which the transaction can no longer be applied.
    func firstAfterTheEnd(of transaction: PendingTransaction) -> Int64? {
        findings.filter { $0.isComplete && Self.isOver(transaction, $0) }.compactMap(\.number).min()
    }

    /// Whether no later ledger can apply it, by what one server says.
    ///
    /// - Source: CAP-21 §ledgerBounds: the last ledger that can is the one before `maxLedger`.
    private static func isOver(_ transaction: PendingTransaction, _ found: Observation) -> Bool {
        isPast(transaction.maxTime, found.closedAt) || isPast(transaction.maxLedger.map { $0 - 2 }, found.number)
    }

    private static func isPast(_ end: Int64?, _ now: Int64?, margin: Int64 = 0) -> Bool {
        guard let end, let now else { return false }
        return now > margin && now - margin > end
    }

    /// Seconds by which the ledger's time and this machine's clock must be past the end of a transaction's validity.
    static let margin: Int64 = 15
    /// Ledgers by which a server's latest ledger must be past the last one that could apply it.
    static let ledgerMargin: Int64 = 3
    /// Seconds by which a server's ledger and this machine's clock may differ if a ledger's number is to be believed.
    private static let clockSlack: Int64 = 300
    /// Ledgers by which a witness must be past the one that used a number.
    private static let denialMargin: Int64 = 2
    /// Seconds that the clocks of two moments may differ.
    private static let skew: Int64 = 60

    /// Why the end that a server claims is not proven, in words; nil when it is.
    private func doubt(
        about transaction: PendingTransaction, _ server: Int, _ pool: ServerPool
    ) -> (words: String, isOpen: Bool)? {
        let (found, clock) = (findings[server], pool.machineTime)
        if Self.isPast(transaction.maxTime, found.closedAt, margin: Self.margin),
            Self.isPast(transaction.maxTime, clock, margin: Self.margin)
        {
            return nil
        }
        if Self.isPast(transaction.maxLedger.map { $0 - 2 }, found.number, margin: Self.ledgerMargin) {
            guard let words = doubt(aboutLedger: found, transaction, server, pool) else { return nil }
            return (words, true)
        }
        guard let end = transaction.maxTime, Self.isPast(end, found.closedAt), let closedAt = found.closedAt else {
            return ("its last ledger has closed by the word of \(pool.name(server)); it is looked up again", false)
        }
        guard clock <= end else { return ("it expired a moment ago; it is looked up again", false) }
        return (
            "it has expired by the ledger time of \(pool.name(server)) (\(Self.time(closedAt))), but not by this machine's clock "
                + "(\(Self.time(clock)))", true
        )
    }

    /// Why a ledger's number is not believed; nil when it is.
    private func doubt(
        aboutLedger found: Observation, _ transaction: PendingTransaction, _ server: Int, _ pool: ServerPool
    ) -> String? {
        let clock = pool.machineTime
        let isSecond = findings.indices.contains { other in
            other != server && findings[other].isComplete
                && Self.isPast(transaction.maxLedger.map { $0 - 2 }, findings[other].number)
        }
        if isSecond { return nil }
        let number = found.number ?? 0
        let name = pool.name(server)
        if let closedAt = found.closedAt, !(clock - Self.clockSlack...clock + Self.clockSlack).contains(closedAt) {
            return
                "\(name) is at ledger \(number), which closed at \(Self.time(closedAt)), and this machine's clock shows "
                + Self.time(clock)
        }
        guard let earlier = transaction.builtAt else {
            return "that its last ledger has closed is the word of \(name) alone: name a second server"
        }
        // No network closes more than a ledger a second for long.
        guard number - earlier.ledger <= clock - earlier.time + Self.skew else {
            return
                "\(name) is at ledger \(number), but ledger \(earlier.ledger) was the latest at \(Self.time(earlier.time))"
        }
        return nil
    }

    private static func time(_ seconds: Int64) -> String { Timestamp(UInt64(max(0, seconds))).utc }

    /// Whether its validity has ended beyond doubt, by every server that responded, witnesses left out.
    func provesEnd(of transaction: PendingTransaction, _ pool: ServerPool) -> Bool {
        let heard = authoritativeServers
        return !heard.isEmpty
            && heard.allSatisfy {
                Self.isOver(transaction, findings[$0]) && doubt(about: transaction, $0, pool) == nil
            }
    }

    /// - Parameter over: the first ledger ever seen at or after which the transaction can no longer be applied.
    func outcome(on transaction: PendingTransaction, _ pool: ServerPool, over: Int64?) -> Outcome {
        let heard = findings.indices.filter { findings[$0].isComplete }
        let seen = heard.filter { findings[$0].ledgerOutcome != nil }
        guard seen.isEmpty else { return judge(seen, pool) }
        let authoritativeServers = authoritativeServers
        guard !authoritativeServers.isEmpty else { return .unanswered }
        let outcome = outcome(of: authoritativeServers, on: transaction, pool, over)
        guard let words = tooShort(authoritativeServers, outcome, transaction, pool) else { return outcome }
        // A witness may have the ledgers that the others no longer have.
        let others = heard.filter { witnesses.contains($0) }
        let other = self.outcome(of: others, on: transaction, pool, over)
        return other == outcome && tooShort(others, other, transaction, pool) == nil ? outcome : .behind(words)
    }

    /// What servers that do not have the transaction prove.
    private func outcome(
        of heard: [Int], on transaction: PendingTransaction, _ pool: ServerPool, _ over: Int64?
    ) -> Outcome {
        guard !heard.isEmpty else { return .unanswered }
        let expired = heard.filter { Self.isOver(transaction, findings[$0]) }
        let passed = heard.filter { (findings[$0].sequence ?? Int64.min) >= transaction.sequence }
        if expired.isEmpty, passed.isEmpty { return .absent }
        if let words = behind(expired: expired, passed: passed, pool, over) { return .behind(words) }
        if expired.count < heard.count, passed.count < heard.count {
            return .disagreement(contradiction(expired, passed, heard, pool))
        }
        if let missing = unconfirmed(pool) { return .unconfirmed(missing) }
        if let one = passed.first, let denial = denial(usedIn: findings[one].used ?? findings[one].number, one, pool) {
            return denial
        }
        // It may be this transaction that used the number, whatever the clocks say.
        if !passed.isEmpty {
            if let user = knownUser ?? findings.compactMap({ $0.isComplete ? $0.user : nil }).first {
                return .passed(by: user)
            }
            let isBelowAll = passed.allSatisfy { server in
                !findings[server].hasUsedNumbers && findings[server].sequence.map { $0 > number } == true
            }
            if !mayHaveArrived, isBelowAll { return .passed(by: nil) }
            let name = pool.name(passed[0])
            if findings.contains(where: \.isOwn) {
                return .unproven(
                    "its sequence number \(number) is used by this transaction, which \(name) does not find by its hash yet",
                    isOpen: false)
            }
            return .unproven(
                "its sequence number \(number) is used, but \(name) does not show by which transaction", isOpen: false)
        }
        for server in expired {
            if let doubt = doubt(about: transaction, server, pool) {
                return .unproven(doubt.words, isOpen: doubt.isOpen)
            }
        }
        return .expired
    }

    /// The server whose history begins after a ledger that may have applied the transaction, described in words; nil
    /// when there is none, or the outcome is not a permanent failure.
    private func tooShort(
        _ heard: [Int], _ outcome: Outcome, _ transaction: PendingTransaction, _ pool: ServerPool
    ) -> String? {
        // A number whose user was seen needs no history.
        guard outcome == .expired else { return nil }
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

    /// The server whose history does not extend as far as its other responses, described in words; nil when there is
    /// none.
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

    /// The outcome when a server has it. A failure counts only when all servers report it: one whose history does not
    /// extend as far may have been told of a ledger that never existed.
    private func judge(_ seen: [Int], _ pool: ServerPool) -> Outcome {
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
        if let other = authoritativeServers.first(where: { !seen.contains($0) && has(bad.1.ledger, $0) }) {
            let place = findings[other].number.map { ", which is at ledger \($0)," } ?? ""
            return .disagreement(
                "\(pool.name(bad.0)) says that it failed in ledger \(bad.1.ledger), and \(pool.name(other))\(place) does "
                    + "not have it")
        }
        if isGlance, let witness = witnesses.min() { return .unconfirmed(pool.name(witness)) }
        if let denial = denial(usedIn: bad.1.ledger, bad.0, pool) { return denial }
        return unconfirmed(pool).map { .unconfirmed($0) } ?? .found(bad.1)
    }

    /// What a witness says against a server by which the number is used: it has that ledger, in which the account has
    /// not used the number, or it does not have it yet; nil when no witness says so.
    ///
    /// - Parameter ledger: the ledger by which the number had been used; nil if the server does not say.
    private func denial(usedIn ledger: Int64?, _ server: Int, _ pool: ServerPool) -> Outcome? {
        for witness in witnesses.sorted() {
            let found = findings[witness]
            // An account that is gone says nothing of its numbers.
            guard found.isComplete, found.ledgerOutcome == nil, let sequence = found.sequence, sequence < number,
                let last = found.number
            else { continue }
            // The account was asked for before the ledger.
            if last >= (ledger ?? 0) + Self.denialMargin {
                return .disagreement(
                    "\(pool.name(server)) says that its sequence number is used, and \(pool.name(witness)), which is at "
                        + "ledger \(last), that it is not")
            }
            // One that stands still will never have it. One that is current lacks no more than it could in that time,
            // as no network closes more than a ledger a second for long: further apart, it is another ledger's.
            guard let closedAt = found.closedAt, closedAt > pool.machineTime - Self.clockSlack,
                (ledger ?? 0) - last <= Self.clockSlack
            else { continue }
            return .behind(
                "its sequence number is used by the word of \(pool.name(server)), and \(pool.name(witness)) is at ledger "
                    + "\(last), in which it is not")
        }
        return nil
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
    private func unconfirmed(_ pool: ServerPool) -> String? {
        let silent = findings.indices.filter { !findings[$0].isComplete && !witnesses.contains($0) }
            .map { pool.name($0) }
        return silent.isEmpty ? nil : silent.joined(separator: " and ")
    }
}

extension StatusQuery.Observation {
    /// Takes the ledgers in which the server looked, which say also what its latest ledger is.
    fileprivate mutating func take(_ more: LedgerRange) {
        let range = range?.intersection(more) ?? more
        self.range = range
        (number, closedAt, upTo) = (range.last, range.lastClosedAt, range.last)
    }
}
