// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
package import Journal
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
    private let opener: JournalOpener
    /// A copy in memory where the journal's file cannot be written.
    private var journal: any OnlineJournal
    /// Why what is read is not kept; nil if it is.
    private var unkept: Wording?
    /// The ledgers that the server has, and when the first of them closed, if it says so.
    private var served: ClosedRange<UInt32>
    private let servedSince: Timestamp?
    private let latestHash: LedgerHash
    /// The ledgers of which all transactions are known, in order.
    private var known: [ClosedRange<UInt32>] = []
    /// The hash of the last of them.
    private var lastHash: LedgerHash?
    /// Transactions that were asked for, and that have something that this version does not know.
    private var unread: Set<TransactionHash> = []
    /// Whether the network was reset since it was looked at last.
    private var isReset = false
    /// Whether any transaction of the account came from the server.
    private var hasFound = false

    /// How often a server is asked once more that has just dropped its oldest ledgers.
    private static let tries = 3

    /// - Throws: the errors of the server and of the journal; `.protocolBroken` for a server that contradicts what was
    ///   seen of the public network before.
    package init(of account: AccountID, by client: RPCClient, in context: OnlineContext) throws(Failure) {
        (self.account, self.client) = (account, client)
        opener = try context.journals()
        do throws(Failure) { journal = try opener.open() } catch {
            guard error.kind == .cannotCreate else { throw error }
            (journal, unkept) = (try opener.copyInMemory(), Wording(error.message))
        }
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
            if let kept {
                let lookup = try client.rawTransaction(kept.hash)
                if let found = lookup.found { return found.ledger == kept.place.ledger }
                // Meanwhile the server may have dropped its ledger, and tells nothing.
                return lookup.oldestLedger > kept.place.ledger
            }
            guard served.contains(newest.upperBound), let lastHash else {
                return newest.lowerBound <= served.upperBound
            }
            return try client.ledgerHash(of: newest.upperBound) == lastHash
        } catch {
            // So it may have the ledger of the hash.
            if case .refused = error, let oldest = try? client.health().oldestLedger, oldest > newest.upperBound {
                return true
            }
            throw Failure(error)
        }
    }

    private mutating func startOver() throws(Failure) {
        let network = client.network
        guard network != .public else {
            throw Failure(
                .protocolBroken,
                "\(client.bases[0].authority) shows other ledgers of \(network.label) than were seen before: it is far behind, or gives false data",
                hint: "use another server")
        }
        try write { journal throws(JournalError) in try journal.forgetKept(network: network) }
        try readKnown()
        isReset = true
    }

    /// Writes to the journal; where its file takes nothing more, to a copy in memory.
    private mutating func write(_ change: (any OnlineJournal) throws(JournalError) -> Void) throws(Failure) {
        do throws(JournalError) { return try change(journal) } catch {
            guard error.isForWantOfWriting, unkept == nil else { throw Failure(error) }
            unkept = Wording(error.message)
        }
        journal = try opener.copyInMemory()
        do { try change(journal) } catch { throw Failure(error) }
    }

    private static func journaled<Value>(_ ask: () throws(JournalError) -> Value) throws(Failure) -> Value {
        do { return try ask() } catch { throw Failure(error) }
    }

    // MARK: reading

    /// Which transactions are wanted.
    package struct Part: Sendable {
        /// The first ledger that counts.
        package private(set) var first: UInt32 = 0
        /// The place before which they are; nil for the end.
        private(set) var end: LedgerPlace?
        /// How many of the latest; nil for all.
        package private(set) var count: Int?
        /// What was before it is not needed; nil for all.
        private(set) var start: Timestamp?

        package static func latest(_ count: Int, before end: LedgerPlace? = nil) -> Part {
            Part(end: end, count: count)
        }

        package static func since(_ start: Timestamp?) -> Part { Part(start: start) }

        package static func from(_ ledger: UInt32) -> Part { Part(first: ledger) }
    }

    /// The most transactions that are fetched before they are kept: a run that is ended loses no more.
    private static let mostAtOnce = 200
    /// How many ledgers are searched first for the latest transactions, and how many times as many each time after.
    private static let fewLedgers: UInt32 = 64
    private static let growth: UInt32 = 4

    /// Reads what the server has and the journal does not, the latest first.
    ///
    /// - Parameter progress: told how many transactions were read, and how many were found so far.
    /// - Returns: false if all are wanted, and they are more than `AccountHistory.mostElements`.
    package mutating func read(
        _ part: Part, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) -> Bool {
        var window = part.count == nil ? RPCClient.ledgersPerSearch : Self.fewLedgers
        var left = AccountHistory.mostElements
        var done = 0
        for missing in missing(for: part) {
            var last = missing.upperBound
            while true {
                if let count = part.count, try isKnown(count, after: last, before: part.end) { return true }
                let found = try search(max(missing.lowerBound, last - min(last, window - 1))...last)
                left -= found.transactions.count { transaction in part.start.map { transaction.time >= $0 } ?? true }
                guard left >= 0 || part.count != nil else { return false }
                let total = done + found.transactions.count
                let reached = try keep(found, for: part) { progress(done + $0, total) }
                done = total
                guard reached > max(missing.lowerBound, served.lowerBound) else { break }
                if let start = part.start, found.transactions.contains(where: { $0.time < start }) { return true }
                last = reached - 1
                window = min(window * Self.growth, RPCClient.ledgersPerSearch)
            }
        }
        return true
    }

    /// The ledgers that the server has and the journal does not, the latest first.
    private func missing(for part: Part) -> [ClosedRange<UInt32>] {
        let last = min(part.end?.ledger ?? .max, served.upperBound)
        var next = max(part.first, served.lowerBound)
        guard next <= last else { return [] }
        var found: [ClosedRange<UInt32>] = []
        for ledgers in known where ledgers.upperBound >= next {
            if ledgers.lowerBound > next { found.append(next...min(ledgers.lowerBound - 1, last)) }
            guard ledgers.upperBound < last else { return found.reversed() }
            next = max(next, ledgers.upperBound + 1)
        }
        return (found + [next...last]).reversed()
    }

    /// Whether so many transactions after a ledger are known.
    private func isKnown(_ count: Int, after ledger: UInt32, before end: LedgerPlace?) throws(Failure) -> Bool {
        guard ledger < served.upperBound else { return false }
        return try Self.journaled { () throws(JournalError) in
            try journal.keptTransactions(
                network: client.network, account: account, since: ledger + 1, before: end, limit: count
            ).count >= count
        }
    }

    /// Transactions of some ledgers, in the order of the ledger.
    private typealias Found = (transactions: [EventTransaction], ledgers: ClosedRange<UInt32>)

    /// The transactions in some ledgers. The earliest may be dropped by the server at this moment: those that it still
    /// has are searched.
    private mutating func search(_ ledgers: ClosedRange<UInt32>) throws(Failure) -> Found {
        var ledgers = ledgers
        var tries = Self.tries
        while true {
            do throws(RPCError) { return (try client.transactions(touching: account, in: ledgers), ledgers) } catch {
                tries -= 1
                guard case .refused = error, tries > 0, try hasDropped(ledgers.lowerBound),
                    served.lowerBound <= ledgers.upperBound
                else { throw Failure(error) }
                ledgers = served.lowerBound...ledgers.upperBound
            }
        }
    }

    /// Whether the server no longer has a ledger.
    private mutating func hasDropped(_ ledger: UInt32) throws(Failure) -> Bool {
        let oldest: UInt32
        do { oldest = try client.health().oldestLedger } catch { throw Failure(error) }
        served = min(max(served.lowerBound, oldest), served.upperBound)...served.upperBound
        return ledger < served.lowerBound
    }

    /// Fetches transactions, the latest first, and keeps them in portions of whole ledgers, as many as are wanted.
    ///
    /// - Parameter progress: told how many of them were fetched.
    /// - Returns: the first ledger of which all are kept.
    private mutating func keep(
        _ found: Found, for part: Part, progress: (Int) -> Void
    ) throws(Failure) -> UInt32 {
        let most = min(part.count ?? .max, Self.mostAtOnce)
        var open = found.transactions[...]
        var last = found.ledgers.upperBound
        while true {
            let first = open.count > most ? open[open.endIndex - most].ledger : found.ledgers.lowerBound
            let portion = open.drop { $0.ledger < first }
            let done = found.transactions.count - open.count
            try keep(portion, in: first...last) { progress(done + $0) }
            open.removeLast(portion.count)
            guard first > max(found.ledgers.lowerBound, served.lowerBound), part.count == nil,
                part.start.map({ start in !portion.contains { $0.time < start } }) ?? true
            else { return first }
            last = first - 1
        }
    }

    private mutating func keep(
        _ portion: ArraySlice<EventTransaction>, in ledgers: ClosedRange<UInt32>, progress: (Int) -> Void
    ) throws(Failure) {
        var found: [KeptTransaction] = []
        for transaction in portion.reversed() {
            progress(found.count)
            guard let kept = try fetched(transaction.hash) else {
                // Between the search and this, the server has dropped its earliest ledgers.
                if try hasDropped(transaction.ledger) { break }
                throw contradiction(
                    "has an event of the transaction \(transaction.hash.hex), and not the transaction", .unreachable)
            }
            guard kept.place.ledger == transaction.ledger else {
                throw contradiction(
                    "has the transaction \(transaction.hash.hex) in ledger \(kept.place.ledger), and its events in \(transaction.ledger)"
                )
            }
            found.append(kept)
        }
        guard served.lowerBound <= ledgers.upperBound else { return }
        let kept = max(ledgers.lowerBound, served.lowerBound)...ledgers.upperBound
        found.removeAll { !kept.contains($0.place.ledger) }
        hasFound = hasFound || !found.isEmpty
        let (account, network) = (account, client.network)
        let hash = kept.upperBound == served.upperBound ? latestHash : nil
        try write { journal throws(JournalError) in
            try journal.keep(found, of: account, on: network, in: kept, lastHash: hash)
        }
        try readKnown()
    }

    /// The transaction as the server has it; nil if it does not.
    ///
    /// - Throws: `.protocolBroken` for another transaction. What this version does not know in it is kept all the same.
    private func fetched(_ hash: TransactionHash) throws(Failure) -> KeptTransaction? {
        let found: RawTransaction?
        do { found = try client.rawTransaction(hash).found } catch { throw Failure(error) }
        guard let kept = found.map({ KeptTransaction($0, hash: hash) }) else { return nil }
        if Recorded(kept, on: client.network) == nil {
            throw contradiction("gives another transaction as \(hash.hex)")
        }
        return kept
    }

    private func contradiction(_ what: String, _ kind: FaultKind = .protocolBroken) -> Failure {
        Failure(kind, "\(client.bases[0].authority) \(what)", hint: "try again, or use another server")
    }

    // MARK: who set aside what was claimed

    /// Keeps the transactions that set aside what the account claimed, as far as the server has them: no event of the
    /// account tells of them.
    ///
    /// - Parameter transactions: the account's.
    /// - Returns: whether there were any.
    private mutating func keepGivers(of transactions: [Recorded]) throws(Failure) -> Bool {
        let given = Set(transactions.flatMap { $0.transaction?.createdBalances ?? [] })
        // What the server no longer has when it was claimed was set aside earlier.
        let claims = transactions.filter { $0.kept.place.ledger >= served.lowerBound }
            .flatMap { $0.transaction?.claims(by: account) ?? [] }
        let wanted = claims.filter { !given.contains($0) }
        var isAny = false
        for start in stride(from: 0, to: wanted.count, by: RPCClient.balancesPerSearch) {
            let balances = Set(wanted[start..<min(start + RPCClient.balancesPerSearch, wanted.count)])
            if try keepGivers(of: balances) { isAny = true }
        }
        return isAny
    }

    private mutating func keepGivers(of balances: Set<ClaimableBalanceID>) throws(Failure) -> Bool {
        var open = balances
        var isAny = false
        var last = served.upperBound
        while !open.isEmpty, last >= served.lowerBound {
            let first = max(served.lowerBound, last - min(last, RPCClient.ledgersPerSearch - 1))
            let found: [EventTransaction]
            do throws(RPCError) {
                found = try client.transactions(settingAside: Array(open), in: first...last)
            } catch {
                if case .refused = error, try hasDropped(first) { continue }
                throw Failure(error)
            }
            for giver in found {
                guard let kept = try fetched(giver.hash) else { continue }
                open.subtract(Recorded(kept, on: client.network)?.transaction?.createdBalances ?? [])
                // One of earlier ledgers belongs to no part that is wanted.
                guard known.contains(where: { $0.contains(kept.place.ledger) }) else { continue }
                let (account, network) = (account, client.network)
                try write { journal throws(JournalError) in
                    try journal.keep(
                        [kept], of: account, on: network, in: kept.place.ledger...kept.place.ledger, lastHash: nil)
                }
                isAny = true
            }
            guard first > served.lowerBound else { break }
            last = first - 1
        }
        return isAny
    }

    // MARK: what is known

    /// A transaction that is kept.
    package struct Recorded: Sendable {
        package let kept: KeptTransaction
        /// Nil if it has something that this version does not know.
        package let transaction: LedgerTransaction?

        /// Nil if it is another transaction than its hash says.
        fileprivate init?(_ kept: KeptTransaction, on network: Network) {
            self.kept = kept
            do throws(LedgerTransaction.Fault) { transaction = try LedgerTransaction(kept, on: network) } catch {
                guard error == .unknown else { return nil }
                transaction = nil
            }
        }

        package var entry: HistoryEntry { transaction?.entry ?? HistoryEntry(unknown: kept) }
        fileprivate var time: Timestamp { Timestamp(UInt64(clamping: kept.time)) }
    }

    /// The transactions, the latest first.
    ///
    /// - Parameters:
    ///   - ledger: the first that counts.
    ///   - end: the place before which they are; nil for the end.
    package mutating func transactions(
        from ledger: UInt32 = 0, before end: LedgerPlace? = nil, limit: Int
    ) throws(Failure) -> [Recorded] {
        let (journal, account, network) = (journal, account, client.network)
        let kept = try Self.journaled { () throws(JournalError) in
            try journal.keptTransactions(
                network: network, account: account, since: ledger, before: end, limit: limit)
        }
        let found = try kept.map { transaction throws(Failure) in
            guard let found = Recorded(transaction, on: network) else {
                throw Failure(
                    .badInput, "the journal's copy of the transaction \(transaction.hash.hex) is another one")
            }
            return found
        }
        unread.formUnion(found.filter { $0.transaction == nil }.map(\.kept.hash))
        return found
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
        // The transaction of the cursor may have further payments before it, and counts.
        let end = last.map { LedgerPlace(token: ($0 & ~0xfff) + 0x1000) }
        var count = end == nil ? limit : limit + 1
        while true {
            let part = Part.latest(count, before: end)
            _ = try read(part)
            let transactions = try transactions(before: end, limit: count)
            let payments = transactions.flatMap { $0.transaction?.payments(of: account).reversed() ?? [] }
                .filter { payment in last.map { UInt64(payment.id) ?? 0 < $0 } ?? true }
            if payments.count >= limit || transactions.count < count && missing(for: part).isEmpty {
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
        guard try read(.since(start)) else { return nil }
        let isWanted = { (transaction: Recorded) in start.map { transaction.time >= $0 } ?? true }
        var all = try transactions(limit: AccountHistory.mostElements + 1)
        guard all.count(where: isWanted) <= AccountHistory.mostElements else { return nil }
        if try keepGivers(of: all.filter(isWanted)) { all = try transactions(limit: AccountHistory.mostElements + 1) }
        let isToTheEnd =
            start.map { start in
                !all.contains { $0.time < start }
                    && (first > served.lowerBound || servedSince.map { $0 >= start } ?? true)
            } ?? true
        let entries = all.filter { $0.kept.place.ledger <= ledger && isWanted($0) }
        let found = entries.compactMap(\.transaction)
        return AccountHistory(
            entries: entries.map(\.entry), effects: found.flatMap { $0.effects(on: account) },
            calls: found.reduce(into: [:]) { calls, transaction in calls.merge(transaction.calls) { $1 } },
            record: record, isToTheEnd: isToTheEnd)
    }

    /// What is missing, for the user: what was before the first ledger where all that is known was read, what no one
    /// looked at in time, and what cannot be read.
    ///
    /// - Throws: `.unreachable` for a server that has no events of payments.
    package func notices() throws(Failure) -> [Notice] {
        var notices: [Notice] = []
        if isReset {
            notices.append(
                .warning(
                    .history, "\(client.network.label) was reset: what was kept of its accounts is forgotten"))
        }
        if let unkept { notices.append(.warning(.history, "what was read is not kept: \(unkept)")) }
        if missing(for: .since(nil)).isEmpty {
            if !hasFound, first <= served.lowerBound { try checkEvents() }
            notices.append(
                .plain(
                    .history,
                    """
                    what is shown of \(account.address) begins with ledger \(known.first?.lowerBound ?? first): \
                    \(client.bases[0].authority) has nothing before ledger \(served.lowerBound), and the journal keeps what was seen
                    """))
        }
        for (before, after) in zip(known, known.dropFirst()) {
            // What the server still has can be read.
            let last = min(after.lowerBound, served.lowerBound) - 1
            guard last > before.upperBound else { continue }
            notices.append(
                .warning(
                    .history,
                    """
                    nothing is known of \(account.address) in the ledgers \(before.upperBound + 1) to \(last): no one \
                    looked while the server still had them
                    """))
        }
        if !unread.isEmpty {
            let count = unread.count == 1 ? "a transaction contains" : "\(unread.count) transactions contain"
            notices.append(.warning(.history, "\(count) something that this version does not know"))
        }
        return notices
    }

    private func checkEvents() throws(Failure) {
        guard try !hasEvents() else { return }
        throw Failure(
            .unreachable,
            "\(client.bases[0].authority) has no events of payments, by which those of an account are found",
            hint: "use a server of Stellar RPC that has them (most do), or Horizon: \(field: .horizonURL)")
    }

    private func hasEvents() throws(Failure) -> Bool {
        var first = served.lowerBound
        var tries = Self.tries
        while true {
            do throws(RPCError) {
                return try client.hasPaymentEvents(in: first...max(first, served.upperBound))
            } catch {
                tries -= 1
                guard case .refused = error, tries > 0 else { throw Failure(error) }
            }
            // The server may have dropped its earliest ledgers meanwhile.
            do { first = try client.health().oldestLedger } catch { throw Failure(error) }
        }
    }
}
