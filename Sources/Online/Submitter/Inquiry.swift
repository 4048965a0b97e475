// SPDX-License-Identifier: Apache-2.0

/// Looks for one transaction: which question to ask which server next, and what the answers come to.
///
/// Of each server the facts are asked in an order in which they prove something: the account, then its latest ledger, the hash
/// last. A transaction that is not there then was in no ledger up to the one seen before, and if that is no older than what the
/// account shows, none with its number can be missing. One address may stand for several servers: what an answer itself says of how
/// far its history goes counts too.
struct Inquiry: Hashable {
    enum Fact: Hashable {
        case ledger, account, sighting
        /// Of the transaction inside a fee bump, which may have got in without it.
        case innerSighting
    }

    enum Answer: Hashable {
        /// The latest ledger's number, and when it closed.
        case ledger(number: Int64, closedAt: Int64)
        /// The account's last used number, nil when there is no such account, and a ledger that is not before the one in which it was
        /// used.
        case account(sequence: Int64?, ledger: Int64? = nil)
        /// The transaction; nil when the server knows none up to that ledger, which not every server says.
        case sighting(Sighting?, upTo: Int64? = nil)
        /// The server said nothing that counts; it may ask for so many seconds.
        case silence(seconds: UInt64?)
    }

    enum Verdict: Hashable {
        case found(Sighting)
        /// Not applied, and it can no longer be: it has expired.
        case expired
        /// In no ledger, and it cannot get into one: its number is used.
        case passed
        /// In no ledger so far.
        case absent
        /// The servers contradict each other, in words.
        case disagreement(String)
        /// Nothing contradicts a bad end, but a server has not been heard.
        case unheard(String)
        /// It cannot get into a ledger any more, and may be in one that a server's history does not have yet, in words.
        case behind(String)
        case unanswered
    }

    private struct Finding: Hashable {
        var number: Int64?
        var closedAt: Int64?
        var hasAccount = false
        var sequence: Int64?
        /// The ledger up to which the account's last number was used.
        var used: Int64?
        var sighting: Sighting?
        /// The ledger up to which the hash was looked for, where that is known.
        var upTo: Int64?
        var isComplete = false
    }

    private let facts: [Fact]
    /// Whether one server's word is enough, because nothing is concluded from it but to go on looking.
    private let isGlance: Bool
    private var queue: [Int]
    private var step = 0
    private var findings: [Finding]

    /// Asks all servers for these facts and then for the transaction.
    init(_ facts: [Fact], then target: Target, servers: Int) {
        self.init(facts, then: target, servers: servers, isGlance: false)
    }

    /// Asks the first server that answers whether it has seen the transaction.
    static func glance(at target: Target, servers: Int) -> Inquiry {
        Inquiry([], then: target, servers: servers, isGlance: true)
    }

    private init(_ facts: [Fact], then target: Target, servers: Int, isGlance: Bool) {
        self.facts = facts + (target.innerHash == nil ? [.sighting] : [.sighting, .innerSighting])
        self.isGlance = isGlance
        queue = Array(0..<servers)
        findings = Array(repeating: Finding(), count: servers)
    }

    /// What to ask next; nil when everything is asked that can be.
    mutating func next(_ board: ServerBoard, now: UInt64) -> (server: Int, fact: Fact)? {
        if isGlance, findings.contains(where: \.isComplete) { return nil }
        while let server = queue.first {
            if board.canBeAsked(server, at: now) { return (server, facts[step]) }
            leave()
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
        case .sighting(let sighting, let upTo):
            findings[server].sighting = sighting
            // Of a fee bump two hashes are looked for.
            if let upTo { findings[server].upTo = min(findings[server].upTo ?? upTo, upTo) }
        }
        step = findings[server].sighting == nil ? step + 1 : facts.count
        guard step == facts.count else { return }
        findings[server].isComplete = true
        leave()
        // Success needs no second opinion: nothing is sent again because of it.
        if findings[server].sighting?.isSuccessful == true { queue = [] }
    }

    private mutating func leave() {
        queue.removeFirst()
        step = 0
    }

    // MARK: what it comes to

    /// The account's last used number as the servers show it that were heard; the lowest.
    var sequence: Int64? { findings.filter(\.isComplete).compactMap(\.sequence).min() }

    /// The time of the latest ledger that a server has shown.
    var closedAt: Int64? { findings.filter(\.isComplete).compactMap(\.closedAt).max() }

    /// Whether every server that was heard says that its account is so far.
    func allAccounts(_ test: (Int64?) -> Bool) -> Bool {
        let heard = findings.filter(\.isComplete)
        return !heard.isEmpty && heard.allSatisfy { $0.hasAccount && test($0.sequence) }
    }

    /// The number of the latest ledger that a server has shown.
    var ledger: Int64? { findings.filter(\.isComplete).compactMap(\.number).max() }

    /// The first ledger that was seen to have closed after the end of its validity, or as the last within it.
    func firstAfterTheEnd(of target: Target) -> Int64? {
        findings.filter { $0.isComplete && Self.isOver(target, $0) }.compactMap(\.number).min()
    }

    /// Whether no later ledger can apply it.
    ///
    /// - Source: CAP-21 §ledgerBounds: the last ledger that can is the one before `maxLedger`.
    private static func isOver(_ target: Target, _ found: Finding) -> Bool {
        if let end = target.maxTime, let closedAt = found.closedAt, closedAt > end { return true }
        if let end = target.maxLedger, let number = found.number { return number >= end - 1 }
        return false
    }

    /// - Parameter over: the first ledger that was ever seen to have closed after the end of its validity.
    func verdict(on target: Target, _ board: ServerBoard, over: Int64?) -> Verdict {
        let heard = findings.indices.filter { findings[$0].isComplete }
        guard !heard.isEmpty else { return .unanswered }
        let seen = heard.filter { findings[$0].sighting != nil }
        guard seen.isEmpty else { return judge(seen, heard, board) }
        let expired = heard.filter { Self.isOver(target, findings[$0]) }
        let passed = heard.filter { (findings[$0].sequence ?? Int64.min) >= target.sequence }
        if expired.isEmpty, passed.isEmpty { return .absent }
        if let words = behind(expired: expired, passed: passed, board, over) { return .behind(words) }
        if expired.count < heard.count, passed.count < heard.count {
            return .disagreement(contradiction(expired, passed, heard, board))
        }
        if let missing = unheard(heard, board) { return .unheard(missing) }
        return expired.count == heard.count ? .expired : .passed
    }

    /// Whose history does not go as far as what it shows besides, in words; nil when there is none such.
    private func behind(expired: [Int], passed: [Int], _ board: ServerBoard, _ over: Int64?) -> String? {
        for server in passed {
            let found = findings[server]
            guard let used = found.used, let end = [found.number, found.upTo].compactMap(\.self).min(), end < used
            else { continue }
            return
                "its sequence number is used in ledger \(used), but the history of \(board.name(server)) ends at \(end)"
        }
        for server in expired {
            guard let over, let end = findings[server].upTo, end < over else { continue }
            return "it expired by ledger \(over), but the history of \(board.name(server)) ends at \(end)"
        }
        return nil
    }

    /// A server has it. That it failed counts when all of them have it so: one whose history does not go as far may have been told
    /// of a ledger that there never was.
    private func judge(_ seen: [Int], _ heard: [Int], _ board: ServerBoard) -> Verdict {
        let sightings = seen.compactMap { server in findings[server].sighting.map { (server, $0) } }
        let good = sightings.first { $0.1.isSuccessful }
        guard let bad = sightings.first(where: { !$0.1.isSuccessful }) else {
            return good.map { .found($0.1) } ?? .unanswered
        }
        if let good {
            return .disagreement(
                "\(board.name(good.0)) says that it succeeded in ledger \(good.1.ledger), \(board.name(bad.0)) that it "
                    + "failed in ledger \(bad.1.ledger)")
        }
        if let other = heard.first(where: { !seen.contains($0) }) {
            let place = findings[other].number.map { ", which is at ledger \($0)," } ?? ""
            return .disagreement(
                "\(board.name(bad.0)) says that it failed in ledger \(bad.1.ledger), and \(board.name(other))\(place) does "
                    + "not have it")
        }
        return unheard(heard, board).map { .unheard($0) } ?? .found(bad.1)
    }

    private func contradiction(_ expired: [Int], _ passed: [Int], _ heard: [Int], _ board: ServerBoard) -> String {
        if let one = expired.first, let other = heard.first(where: { !expired.contains($0) }) {
            return
                "it has expired by the ledger time of \(board.name(one)), but not by that of \(board.name(other))"
        }
        let one = passed.first ?? 0
        let other = heard.first { !passed.contains($0) } ?? 0
        return "\(board.name(one)) says that its sequence number is used, \(board.name(other)) that it is not"
    }

    /// Those that were not heard, in words; nil when all were.
    private func unheard(_ heard: [Int], _ board: ServerBoard) -> String? {
        let silent = findings.indices.filter { !heard.contains($0) }.map { board.name($0) }
        return silent.isEmpty ? nil : silent.joined(separator: " and ")
    }
}
