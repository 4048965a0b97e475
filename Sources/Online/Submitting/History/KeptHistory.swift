// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// An account's transactions over Stellar RPC: what a server still has of them, and what the journal kept of what it
/// had.
///
/// A server finds them by the events of payments, and keeps those for some days. What is read is kept in the journal.
package struct KeptHistory {
    private let account: AccountID
    private let client: RPCClient
    private let journal: any OnlineJournal
    /// The ledgers that the server has, and when the first of them closed, if it says so.
    private var served: ClosedRange<UInt32>
    private let servedSince: Timestamp?
    private let latestHash: LedgerHash
    /// The ledgers of which all transactions are known, in order.
    private var known: [ClosedRange<UInt32>] = []
    /// The hash of the last of them.
    private var lastHash: LedgerHash?
    /// Whether the network was reset since it was looked at last.
    private var isReset = false
    /// The number of transactions that this version cannot read.
    private var unread = 0
    /// Whether any transaction of the account came from the server.
    private var hasFound = false

    /// How often a server is asked once more that has just dropped its oldest ledgers.
    private static let tries = 3

    /// - Throws: the errors of the server and of the journal; `.protocolBroken` for a server that contradicts what was
    ///   seen of the public network before.
    package init(of account: AccountID, by client: RPCClient, in context: OnlineContext) throws(Failure) {
        (self.account, self.client) = (account, client)
        journal = try context.journal()
        do throws(RPCError) {
            let (health, latest) = (try client.health(), try client.latestLedger())
            served = min(health.oldestLedger, latest.sequence)...latest.sequence
            servedSince = health.oldestCloseTime
            latestHash = TransactionHash(latest.hash)
        } catch { throw Failure(error) }
        try readKnown()
        if try !isSameNetwork() { try startOver() }
    }

    private mutating func readKnown() throws(Failure) {
        let (journal, network, account) = (journal, client.network, account)
        let kept = try Self.journaled { () throws(JournalError) in
            try journal.keptLedgers(network: network, account: account)
        }
        known = kept.map(\.ledgers)
        lastHash = kept.last?.lastHash
    }

    // MARK: networks that are reset

    /// Whether what is kept is of the network that the server has: a test network is reset from time to time, and then
    /// counts its ledgers from the beginning.
    private func isSameNetwork() throws(Failure) -> Bool {
        guard let newest = known.last else { return true }
        let next = LedgerPlace(ledger: served.upperBound, order: .max)
        let (journal, network, account) = (journal, client.network, account)
        let kept = try Self.journaled { () throws(JournalError) in
            try journal.keptTransactions(
                network: network, account: account, since: served.lowerBound, before: next, limit: 1
            ).first
        }
        do throws(RPCError) {
            if let kept { return try client.outcome(of: kept.hash).found?.ledger == kept.place.ledger }
            guard served.contains(newest.upperBound), let lastHash else {
                return newest.lowerBound <= served.upperBound
            }
            return try client.ledgerHash(of: newest.upperBound) == lastHash
        } catch { throw Failure(error) }
    }

    private mutating func startOver() throws(Failure) {
        let (journal, network) = (journal, client.network)
        guard network != .public else {
            throw Failure(
                .protocolBroken,
                "\(client.bases[0].authority) shows other ledgers of \(network.label) than were seen before: it is far behind, or gives false data",
                hint: "use another server")
        }
        try Self.journaled { () throws(JournalError) in try journal.forgetKept(network: network) }
        try readKnown()
        isReset = true
    }

    private static func journaled<Value>(_ ask: () throws(JournalError) -> Value) throws(Failure) -> Value {
        do { return try ask() } catch { throw Failure(error) }
    }

    // MARK: reading

    /// Reads what the server has and the journal does not, the latest first.
    ///
    /// - Parameters:
    ///   - count: ends once as many transactions are known without a gap; nil for all.
    ///   - start: what was before it is not needed; nil for all.
    package mutating func read(atLeast count: Int? = nil, since start: Timestamp? = nil) throws(Failure) {
        for missing in missing() {
            var last = missing.upperBound
            while true {
                if let count, try isKnown(count, after: last) { return }
                let first = max(missing.lowerBound, last - min(last, RPCClient.ledgersPerSearch - 1))
                let time = try read(first...last)
                guard first > missing.lowerBound else { break }
                if let start, let time, time < start { return }
                last = first - 1
            }
        }
    }

    /// The ledgers of the server that are not known, the latest first.
    private func missing() -> [ClosedRange<UInt32>] {
        var found: [ClosedRange<UInt32>] = []
        var next = served.lowerBound
        for ledgers in known where ledgers.upperBound >= next {
            if ledgers.lowerBound > next { found.append(next...min(ledgers.lowerBound - 1, served.upperBound)) }
            guard ledgers.upperBound < served.upperBound else { return found.reversed() }
            next = max(next, ledgers.upperBound + 1)
        }
        return (found + [next...served.upperBound]).reversed()
    }

    /// Whether so many transactions after a ledger are known.
    private func isKnown(_ count: Int, after ledger: UInt32) throws(Failure) -> Bool {
        guard ledger < served.upperBound else { return false }
        return try Self.journaled { () throws(JournalError) in
            try journal.keptTransactions(
                network: client.network, account: account, since: ledger + 1, before: nil, limit: count
            ).count >= count
        }
    }

    /// Reads some ledgers and keeps what is in them.
    ///
    /// - Returns: the time of the earliest transaction in them.
    private mutating func read(_ ledgers: ClosedRange<UInt32>) throws(Failure) -> Timestamp? {
        let (hashes, searched) = try search(ledgers)
        var found: [KeptTransaction] = []
        for hash in hashes {
            let lookup: TransactionLookup<TransactionRecord>
            do throws(RPCError) { lookup = try client.transaction(hash) } catch {
                guard case .unknownValue = error else { throw Failure(error) }
                unread += 1
                continue
            }
            guard let record = lookup.found else {
                throw Failure(
                    .unreachable,
                    "\(client.bases[0].authority) has an event of the transaction \(hash.hex), and not the transaction",
                    hint: "try again, or use another server")
            }
            found.append(KeptTransaction(LedgerTransaction(record, on: client.network)))
        }
        hasFound = hasFound || !found.isEmpty
        let (journal, account, network) = (journal, account, client.network)
        let hash = searched.upperBound == served.upperBound ? latestHash : nil
        try Self.journaled { () throws(JournalError) in
            try journal.keep(found, of: account, on: network, in: searched, lastHash: hash)
        }
        try readKnown()
        return found.map(\.time).min().map { Timestamp(UInt64(clamping: $0)) }
    }

    /// The transactions in some ledgers. The earliest may be dropped by the server at this moment: those that it still
    /// has are searched.
    private mutating func search(
        _ ledgers: ClosedRange<UInt32>
    ) throws(Failure) -> (hashes: [TransactionHash], ledgers: ClosedRange<UInt32>) {
        var ledgers = ledgers
        var tries = Self.tries
        while true {
            do throws(RPCError) { return (try client.transactions(touching: account, in: ledgers), ledgers) } catch {
                tries -= 1
                guard case .refused = error, tries > 0, let oldest = try? client.health().oldestLedger,
                    oldest > ledgers.lowerBound, oldest <= ledgers.upperBound
                else { throw Failure(error) }
                ledgers = oldest...ledgers.upperBound
                served = max(served.lowerBound, oldest)...served.upperBound
            }
        }
    }

    // MARK: what is known

    /// The transactions, the latest first.
    ///
    /// - Parameters:
    ///   - token: Horizon's ID of the transaction before which they are; nil for the end.
    package func transactions(before token: UInt64? = nil, limit: Int) throws(Failure) -> [LedgerTransaction] {
        let kept = try Self.journaled { () throws(JournalError) in
            try journal.keptTransactions(
                network: client.network, account: account, since: nil, before: token.map(LedgerPlace.init(token:)),
                limit: limit)
        }
        return try kept.map { transaction throws(Failure) in
            guard let found = LedgerTransaction(transaction, on: client.network) else {
                throw Failure(
                    .badInput, "the journal's copy of the transaction \(transaction.hash.hex) cannot be read")
            }
            return found
        }
    }

    /// The latest payments, the latest first.
    ///
    /// - Parameter cursor: the paging token after which to continue.
    /// - Throws: `.badInput` for a cursor that is none.
    package mutating func payments(limit: Int, after cursor: String?) throws(Failure) -> [PaymentRecord] {
        var last: UInt64?
        if let cursor {
            guard let number = UInt64(cursor), number < 1 << 63 else {
                throw Failure(
                    .badInput, .words("the cursor"), "\(TerminalText.escape(cursor)) is no paging token of this list")
            }
            last = number
        }
        var count = limit
        while true {
            try read(atLeast: count)
            // The transaction of the cursor may have further payments before it.
            let transactions = try transactions(before: last.map { ($0 & ~0xfff) + 0x1000 }, limit: count)
            let payments = transactions.flatMap { $0.payments(of: account).reversed() }
                .filter { payment in last.map { UInt64(payment.id) ?? 0 < $0 } ?? true }
            if payments.count >= limit || transactions.count < count && missing().isEmpty {
                return Array(payments.prefix(limit))
            }
            count *= 4
        }
    }

    /// The first ledger from which on, without a gap, everything is known.
    package var first: UInt32 { known.last { $0.contains(served.upperBound) }?.lowerBound ?? served.upperBound }

    /// The account's history, as Horizon would give it.
    ///
    /// - Parameters:
    ///   - record: the account as it was after a ledger; nil if it did not exist.
    ///   - ledger: that ledger. What came after it is left out.
    ///   - start: what was before it is not needed; nil for all.
    /// - Returns: nil if there is more than can be read.
    /// - Throws: `.unreachable` for a server that does not have the ledger yet.
    mutating func history(
        upTo ledger: UInt32, leadingTo record: AccountRecord?, since start: Timestamp?
    ) throws(Failure) -> AccountHistory? {
        guard ledger <= served.upperBound else {
            throw Failure(
                .unreachable, "\(client.bases[0].authority) is at ledger \(served.upperBound), before \(ledger)",
                hint: "try again in some seconds")
        }
        try read(since: start)
        let all = try transactions(limit: AccountHistory.mostElements + 1)
        guard all.count <= AccountHistory.mostElements else { return nil }
        let isToTheEnd =
            start.map { start in
                !all.contains { $0.time < start }
                    && (first > served.lowerBound || servedSince.map { $0 >= start } ?? true)
            } ?? true
        let found = all.filter { transaction in
            transaction.ledger <= ledger && start.map { transaction.time >= $0 } ?? true
        }
        return AccountHistory(
            entries: found.map(\.entry), effects: found.flatMap { $0.effects(on: account) },
            calls: found.reduce(into: [:]) { calls, transaction in calls.merge(transaction.calls) { $1 } },
            record: record, isToTheEnd: isToTheEnd)
    }

    /// What is missing, for the user: what was before the first ledger, and what cannot be read.
    ///
    /// - Throws: `.unreachable` for a server that has no events of payments.
    package func notices() throws(Failure) -> [Notice] {
        if !hasFound, first <= served.lowerBound { try checkEvents() }
        var notices: [Notice] = [
            .plain(
                .history,
                """
                what is shown of \(account.address) begins with ledger \(known.first?.lowerBound ?? first): \
                \(client.bases[0].authority) has nothing before ledger \(served.lowerBound), and the journal keeps what was seen
                """)
        ]
        if isReset {
            notices.append(
                .warning(
                    .history, "\(client.network.label) was reset: what was kept of its accounts is forgotten"))
        }
        for (before, after) in zip(known, known.dropFirst()) {
            notices.append(
                .warning(
                    .history,
                    """
                    nothing is known of \(account.address) in the ledgers \(before.upperBound + 1) to \(after.lowerBound - 1): no one \
                    looked while the server still had them
                    """))
        }
        if unread > 0 {
            notices.append(
                .warning(.history, "\(unread) transactions contain something that this version does not know"))
        }
        return notices
    }

    private func checkEvents() throws(Failure) {
        let has: Bool
        do { has = try client.hasPaymentEvents(in: served) } catch { throw Failure(error) }
        guard has else {
            throw Failure(
                .unreachable,
                "\(client.bases[0].authority) has no events of payments, by which those of an account are found",
                hint: "use a server of Stellar RPC that has them (most do), or Horizon: \(field: .horizonURL)")
        }
    }
}
