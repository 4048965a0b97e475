// SPDX-License-Identifier: Apache-2.0

package import Codec
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
    private let network: Network
    private var server: ServedHistory
    private var store: HistoryStore
    /// Transactions that were asked for, and that have something that this version does not know.
    private var unread: Set<TransactionHash> = []
    /// Whether the network was reset since it was looked at last.
    private var isReset = false
    /// Whether any transaction of the account came from the server.
    private var hasFound = false

    /// - Throws: the errors of the server and of the journal; `.protocolBroken` for a server that contradicts what was
    ///   seen of the public network before.
    package init(of account: AccountID, by client: RPCClient, in context: OnlineContext) throws(Failure) {
        (self.account, network) = (account, client.network)
        store = try HistoryStore(of: account, on: client.network, in: context)
        server = try ServedHistory(of: account, by: client)
        guard try !isSameNetwork() else { return }
        guard network != .public else {
            throw Failure(
                .protocolBroken,
                "\(server.name) shows other ledgers of \(network.label) than were seen before: it is far behind, or gives false data",
                hint: "use another server")
        }
        try store.forgetAll()
        isReset = true
    }

    /// Whether what is kept is of the network that the server has: a test network is reset from time to time, and then
    /// counts its ledgers from the beginning.
    private func isSameNetwork() throws(Failure) -> Bool {
        guard let newest = store.known.last else { return true }
        let next = LedgerPlace(ledger: server.ledgers.upperBound, order: .max)
        if let kept = try store.transactions(from: server.ledgers.lowerBound, before: next, limit: 1).first {
            return try server.has(kept)
        }
        guard server.ledgers.contains(newest.upperBound), let lastHash = store.lastHash else {
            return newest.lowerBound <= server.ledgers.upperBound
        }
        return try server.has(ledger: newest.upperBound, lastHash)
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
                if let count = part.count, last < server.ledgers.upperBound,
                    try store.transactions(from: last + 1, before: part.end, limit: count).count >= count
                {
                    return true
                }
                let found = try server.search(max(missing.lowerBound, last - min(last, window - 1))...last)
                left -= found.transactions.count { transaction in part.start.map { transaction.time >= $0 } ?? true }
                guard left >= 0 || part.count != nil else { return false }
                let total = done + found.transactions.count
                let reached = try keep(found, for: part) { progress(done + $0, total) }
                done = total
                guard reached > max(missing.lowerBound, server.ledgers.lowerBound) else { break }
                if let start = part.start, found.transactions.contains(where: { $0.time < start }) { return true }
                last = reached - 1
                window = min(window * Self.growth, RPCClient.ledgersPerSearch)
            }
        }
        return true
    }

    /// The ledgers that the server has and the journal does not, the latest first.
    private func missing(for part: Part) -> [ClosedRange<UInt32>] {
        let last = min(part.end?.ledger ?? .max, server.ledgers.upperBound)
        var next = max(part.first, server.ledgers.lowerBound)
        guard next <= last else { return [] }
        var found: [ClosedRange<UInt32>] = []
        for ledgers in store.known where ledgers.upperBound >= next {
            if ledgers.lowerBound > next { found.append(next...min(ledgers.lowerBound - 1, last)) }
            guard ledgers.upperBound < last else { return found.reversed() }
            next = max(next, ledgers.upperBound + 1)
        }
        return (found + [next...last]).reversed()
    }

    /// Fetches transactions, the latest first, and keeps them in portions of whole ledgers, as many as are wanted.
    ///
    /// - Parameter progress: told how many of them were fetched.
    /// - Returns: the first ledger of which all are kept.
    private mutating func keep(
        _ found: ServedHistory.Found, for part: Part, progress: (Int) -> Void
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
            guard first > max(found.ledgers.lowerBound, server.ledgers.lowerBound), part.count == nil,
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
            guard let kept = try server.transaction(transaction.hash) else {
                // Between the search and this, the server has dropped its earliest ledgers.
                if try server.hasDropped(transaction.ledger) { break }
                throw server.contradiction(
                    "has an event of the transaction \(transaction.hash.hex), and not the transaction", .unreachable)
            }
            guard kept.place.ledger == transaction.ledger else {
                throw server.contradiction(
                    "has the transaction \(transaction.hash.hex) in ledger \(kept.place.ledger), and its events in \(transaction.ledger)"
                )
            }
            found.append(kept)
        }
        guard server.ledgers.lowerBound <= ledgers.upperBound else { return }
        let kept = max(ledgers.lowerBound, server.ledgers.lowerBound)...ledgers.upperBound
        found.removeAll { !kept.contains($0.place.ledger) }
        hasFound = hasFound || !found.isEmpty
        let hash = kept.upperBound == server.ledgers.upperBound ? server.latestHash : nil
        try store.keep(found, in: kept, lastHash: hash)
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
        let claims = transactions.filter { $0.kept.place.ledger >= server.ledgers.lowerBound }
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
        var isAny = false
        for kept in try server.givers(of: balances) {
            // One of earlier ledgers belongs to no part that is wanted.
            guard store.known.contains(where: { $0.contains(kept.place.ledger) }) else { continue }
            try store.keep([kept], in: kept.place.ledger...kept.place.ledger, lastHash: nil)
            isAny = true
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
        init?(_ kept: KeptTransaction, on network: Network) {
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
        let kept = try store.transactions(from: ledger, before: end, limit: limit)
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
    package var first: UInt32 {
        store.known.last { $0.contains(server.ledgers.upperBound) }?.lowerBound ?? server.ledgers.upperBound
    }

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
        guard ledger <= server.ledgers.upperBound else {
            throw Failure(
                .unreachable, "\(server.name) is at ledger \(server.ledgers.upperBound), before \(ledger)",
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
                    && (first > server.ledgers.lowerBound || server.since.map { $0 >= start } ?? true)
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
                    .history, "\(network.label) was reset: what was kept of its accounts is forgotten"))
        }
        if let unkept = store.unkept { notices.append(.warning(.history, "what was read is not kept: \(unkept)")) }
        if missing(for: .since(nil)).isEmpty {
            if !hasFound, first <= server.ledgers.lowerBound { try server.checkEvents() }
            notices.append(
                .plain(
                    .history,
                    """
                    what is shown of \(account.address) begins with ledger \(store.known.first?.lowerBound ?? first): \
                    \(server.name) has nothing before ledger \(server.ledgers.lowerBound), and the journal keeps what was seen
                    """))
        }
        for (before, after) in zip(store.known, store.known.dropFirst()) {
            // What the server still has can be read.
            let last = min(after.lowerBound, server.ledgers.lowerBound) - 1
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
}
