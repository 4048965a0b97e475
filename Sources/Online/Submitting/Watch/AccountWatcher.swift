// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Compares accounts with their last recorded state.
package struct AccountWatcher {
    private let source: Source
    let network: Network
    let journal: any OnlineJournal
    let now: Timestamp
    /// Whether to start over from the current state.
    let forgets: Bool

    /// Where accounts and their histories are read.
    private enum Source {
        case horizon(HorizonClient)
        case rpc(RPCClient, OnlineContext)
    }

    /// - Parameters:
    ///   - now: the time of this observation.
    ///   - forgets: whether to accept the current state, without comparing it with the journal's.
    /// - Throws: if no server responds, or one is of another network.
    package init(
        on network: Network, in context: OnlineContext, journal: any OnlineJournal, now: Timestamp, forgets: Bool
    ) throws(Failure) {
        if let client = try context.rpcAlone(for: network) {
            source = .rpc(client, context)
        } else {
            let client = try context.horizon().client(for: network)
            do { _ = try client.root(of: network) } catch { throw Failure(error) }
            source = .horizon(client)
        }
        self.network = network
        self.journal = journal
        self.now = now
        self.forgets = forgets
    }

    /// The number of retries for an account that changes while it is read.
    private static let tries = 10

    /// Compares an account with its last recorded state; writes nothing.
    ///
    /// - Throws: `.unreachable` for a server that is behind an earlier observation, `.protocolBroken` for one that
    ///   shows an outdated state, `.badInput` when the journal's record cannot be read.
    package func observe(_ account: AccountID) throws(Failure) -> AccountObservation {
        let known = try remembered(account)
        let ledger: LedgerRecord
        switch source {
        case .horizon(let client): do { ledger = try client.latestLedger() } catch { throw Failure(error) }
        case .rpc(let client, _):
            var view = try RPCLedger(client)
            ledger = try view.ledger()
        }
        if let known, !forgets, ledger.sequence < known.seen.ledger {
            throw Failure(
                .unreachable,
                "the server's newest ledger is \(ledger.sequence), but \(known.seen.ledger) was seen before: it is behind or gives false data",
                hint: "use another server; if the network was reset, \(field: .accept) starts over too")
        }
        let (state, history) =
            switch source {
            case .horizon(let client): try read(account, after: known.map(\.place), by: client)
            case .rpc(let client, let context): try read(account, after: known, by: client, context)
            }
        try checkNumber(state, of: account, in: ledger)
        let transactions = try transactions(history, of: account)
        let report =
            if let known { try compare(known, state, transactions, account) } else { WatchReport(first: account) }
        let end = history.last.map { String($0.token) } ?? known?.seen.cursor
        return AccountObservation(
            report: report,
            seen: WatchedAccount(
                network: network, account: account, state: AccountSnapshot.text(of: state),
                cursor: end, ledger: ledger.sequence, seen: Int64(clamping: now.seconds)))
    }

    /// The journal's last observation of an account.
    private struct Known {
        let seen: WatchedAccount
        /// Nil when the account did not exist.
        let state: AccountSnapshot?
        /// The paging token after which its history continues; nil for the beginning.
        let place: UInt64?
    }

    /// The last observation; nil for the first one, or when starting over because the recorded state is damaged.
    private func remembered(_ account: AccountID) throws(Failure) -> Known? {
        let seen = try journaled { () throws(JournalError) in
            try journal.watched(network: network, account: account)
        }
        guard let seen else { return nil }
        do throws(JSONError) {
            let place = seen.cursor.flatMap { UInt64($0) }
            // Treated as the beginning, it would report the whole history as new.
            guard place != nil || seen.cursor == nil else { throw .wrongType(field: "cursor", expected: "a number") }
            return Known(seen: seen, state: try AccountSnapshot.read(seen.state), place: place)
        } catch {
            if forgets { return nil }
            throw Failure(
                .badInput, "the journal's record of \(account.address) cannot be read: \(error.message)",
                hint: "\(field: .accept) starts over")
        }
    }

    /// The account over Stellar RPC, with its history up to exactly that state. What the last observation had is asked
    /// for, beside what is known otherwise.
    private func read(
        _ account: AccountID, after known: Known?, by client: RPCClient, _ context: OnlineContext
    ) throws(Failure) -> (AccountSnapshot?, [HistoryEntry]) {
        // A journal that was edited may name any ledger.
        let first = known.map { UInt32(clamping: min($0.seen.ledger, Int64(UInt32.max) - 1) + 1) }
        var part = first.map { KeptHistory.Part.from($0) } ?? .latest(1)
        var history = try KeptHistory(of: account, by: client, in: context)
        if try !history.read(part) {
            guard forgets else { throw Self.tooMany(account) }
            part = .latest(1)
        }
        var view = try RPCLedger(client)
        try view.expect(try context.knownEntries(of: account, on: network))
        if let state = known?.state { try view.expect(state.entries) }
        let record = try view.account(account)
        let end = LedgerPlace(ledger: view.ledgers?.upperBound ?? 0, order: .max)
        // What came since the history was read.
        history = try KeptHistory(of: account, by: client, in: context)
        guard try history.read(part) else { throw Self.tooMany(account) }
        if let first, let known, history.first > first, !forgets {
            throw Failure(
                .protocolBroken,
                "nothing is known of \(account.address) between ledger \(known.seen.ledger), the last that was looked at, and \(history.first): the server keeps no older ones",
                hint: "watch more often, or use another server; \(field: .accept) starts over after them")
        }
        let most = part.count ?? AccountHistory.mostElements
        let found = try history.transactions(from: part.first, before: end, limit: most + (part.count == nil ? 1 : 0))
        guard found.count <= most else { throw Self.tooMany(account) }
        let place = known?.place ?? 0
        let entries = found.map(\.entry).reversed().filter { $0.token > place }
        return (record.map(AccountSnapshot.init), entries)
    }

    /// The account, with its history up to exactly that state.
    ///
    /// - Parameter place: nil for the first observation, for which only the last entry is fetched.
    private func read(
        _ account: AccountID, after place: UInt64??, by client: HorizonClient
    ) throws(Failure) -> (AccountSnapshot?, [HistoryEntry]) {
        var before = try asked { () throws(HorizonError) in try client.account(account) }
        for _ in 0..<Self.tries {
            let history = try history(of: account, after: place, by: client)
            let after = try asked { () throws(HorizonError) in try client.account(account) }
            if after == before { return (after.map(AccountSnapshot.init), history) }
            before = after
        }
        throw Failure(
            .unreachable, "\(account.address) changed while it was being read",
            hint: "try again")
    }

    private func history(
        of account: AccountID, after place: UInt64??, by client: HorizonClient
    ) throws(Failure) -> [HistoryEntry] {
        if let place {
            let found = try asked { () throws(HorizonError) in try client.history(of: account, after: place) }
            if let found { return found }
            guard forgets else {
                throw Self.tooMany(account)
            }
        }
        return try asked { () throws(HorizonError) in try client.lastEntry(of: account) }.map { [$0] } ?? []
    }

    private static func tooMany(_ account: AccountID) -> Failure {
        Failure(
            .protocolBroken,
            "the server shows more transactions of \(account.address) since the last run than can be checked",
            hint: "use another server; if there is none, \(field: .accept) starts over after them")
    }

    private func asked<T>(_ body: () throws(HorizonError) -> T) throws(Failure) -> T {
        do { return try body() } catch { throw Failure(error) }
    }

    /// Checks the sequence number against the journal, because a dishonest server may return an old state.
    private func checkNumber(_ state: AccountSnapshot?, of account: AccountID, in ledger: LedgerRecord) throws(Failure)
    {
        guard let state, !forgets else { return }
        let ours = try journaled { () throws(JournalError) in
            try journal.highestSequence(
                network: network, source: account, upTo: ledger.sequence)
        }
        guard let ours, state.sequence < ours else { return }
        throw Self.outdated(
            account, state.sequence, "its transaction with number \(ours) was applied, according to the journal")
    }

    private static func outdated(_ account: AccountID, _ sequence: Int64, _ why: String) -> Failure {
        Failure(
            .protocolBroken,
            "the server shows \(account.address) at an outdated sequence number, \(sequence): \(why)",
            hint: "use another server; if the network was reset, \(field: .accept) starts over too")
    }

    private func transactions(_ history: [HistoryEntry], of account: AccountID) throws(Failure) -> [ObservedTransaction]
    {
        var transactions: [ObservedTransaction] = []
        for entry in history {
            var transaction: ObservedTransaction
            do throws(HorizonError) { transaction = try ObservedTransaction(entry, of: account, on: network) } catch {
                throw Failure(error)
            }
            let inner = transaction.innerHash
            let knows = try knows(transaction.hash)
            transaction.settle(
                knows: knows, knowsInner: try inner.map { hash throws(Failure) in try self.knows(hash) } ?? false)
            transactions.append(transaction)
        }
        return transactions
    }

    private func knows(_ hash: TransactionHash) throws(Failure) -> Bool {
        try journaled { () throws(JournalError) in try journal.knows(hash: hash) }
    }

    private func compare(
        _ known: Known, _ state: AccountSnapshot?, _ transactions: [ObservedTransaction], _ account: AccountID
    ) throws(Failure) -> WatchReport {
        if let old = known.state, let state, !forgets, state.sequence < old.sequence {
            throw Self.outdated(account, state.sequence, "it was already at \(old.sequence)")
        }
        return WatchReport(
            account, since: Timestamp(UInt64(max(0, known.seen.seen))), from: known.state, to: state, by: transactions)
    }

    /// Records the observed state, which later observations compare with. Call it after the report was shown, so that
    /// no change is lost.
    package func record(_ observation: AccountObservation) throws(Failure) {
        try journaled { () throws(JournalError) in try journal.keep(observation.seen) }
    }

    private func journaled<T>(_ body: () throws(JournalError) -> T) throws(Failure) -> T {
        do { return try body() } catch { throw Failure(error) }
    }
}

/// What an account's watcher found, and the state to record once that was reported.
package struct AccountObservation: Sendable {
    package let report: WatchReport
    /// The account's present state in the journal's form.
    package let seen: WatchedAccount

    /// Whether recording the state hides nothing: an alarm is repeated until it is accepted.
    package var mayBeRecorded: Bool { report.level != .alarm }
}
