// SPDX-License-Identifier: Apache-2.0

package import Codec
import Journal
import LedgerAPI
package import Stellar
import StellarXDR
package import Workspace

/// Statements of accounts: what moved in a period, by the ledger, with what the journal knows about it.
package struct Statement: Sendable {
    package let network: Network
    package let period: StatementPeriod
    /// When it was made.
    package let made: Timestamp
    /// In the order in which they were asked for.
    package let accounts: [AccountStatement]

    package init(network: Network, period: StatementPeriod, made: Timestamp, accounts: [AccountStatement]) {
        (self.network, self.period, self.made, self.accounts) = (network, period, made, accounts)
    }
}

/// Makes statements of accounts.
package struct StatementJob {
    private let accounts: [AccountReference]
    private let period: StatementPeriod
    private let network: Network
    private let context: OnlineContext
    private let clock: any MonotonicClock
    private let progress: (_ done: Int, _ total: Int) -> Void

    /// How long servers that ask for time are waited for, in seconds.
    private static let patience: UInt64 = 60

    /// - Parameter progress: over Stellar RPC, told how many transactions were read, and how many were found so far.
    package init(
        _ accounts: [AccountReference], _ period: StatementPeriod, on network: Network, in context: OnlineContext,
        clock: any MonotonicClock = SystemMonotonicClock(),
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.progress = progress
        (self.accounts, self.period, self.network, self.context, self.clock) =
            (accounts, period, network, context, clock)
    }

    /// - Parameter note: told what the user should know about the history.
    /// - Throws: `.badInput` for an account that was never seen or has too long a history; the errors of the server.
    package func run(noting note: (Notice) -> Void = { _ in }) throws(Failure) -> Statement {
        var finder = AccountFinder(context)
        let wanted = try finder.distinct(accounts, .account)
        let budget = RetryBudget(clock, seconds: Self.patience, isCancelled: { false }, willWait: { _ in })
        let source: Source
        if let client = try context.rpcAlone(for: network)?.waiting(budget) {
            source = .rpc(client)
        } else {
            let client = try context.horizon().client(for: network).waiting(budget)
            do { source = .horizon(client, try client.root(of: network)) } catch { throw Failure(error) }
        }
        let notes = try StatementNotes(on: network, in: try context.existingJournal())
        let made = Timestamp(UInt64(max(0, context.clock())))
        let statements = try wanted.map { account throws(Failure) in
            let (history, elder) = try history(of: account, from: source, note)
            return try statement(of: account, history, elder: elder, notes)
        }
        return Statement(network: network, period: period, made: made, accounts: statements)
    }

    /// Where histories are read.
    private enum Source {
        case horizon(HorizonClient, HorizonRoot)
        case rpc(RPCClient)
    }

    /// The account's history, and the first ledger of which the source knows anything.
    private func history(
        of account: AccountID, from source: Source, _ note: (Notice) -> Void
    ) throws(Failure) -> (AccountHistory, elder: Int64?) {
        switch source {
        case .horizon(let client, let root):
            let found: (history: AccountHistory?, isTooLong: Bool)
            do { found = try client.accountHistory(of: account, since: period.start) } catch { throw Failure(error) }
            guard !found.isTooLong else { throw tooLong(account) }
            guard let history = found.history else { throw unseen(account) }
            return (history, root.elderLedger)
        case .rpc(let client): return try keptHistory(of: account, by: client, note)
        }
    }

    private func keptHistory(
        of account: AccountID, by client: RPCClient, _ note: (Notice) -> Void
    ) throws(Failure) -> (AccountHistory, elder: Int64?) {
        let start = period.start
        // What the account holds is known only for assets that are named: those of its history are.
        var kept = try KeptHistory(of: account, by: client, in: context)
        guard try kept.read(.since(start), progress: progress) else { throw tooLong(account) }
        var ledger = try RPCLedger(client)
        try ledger.expect(try context.knownEntries(of: account, on: network))
        let record = try ledger.account(account)
        // What came since the history was read.
        kept = try KeptHistory(of: account, by: client, in: context)
        let last = ledger.ledgers?.upperBound ?? 0
        guard let history = try kept.history(upTo: last, leadingTo: record, since: start) else {
            throw tooLong(account)
        }
        for notice in try kept.notices() { note(notice) }
        guard record != nil || !history.entries.isEmpty else { throw unseen(account) }
        return (history, Int64(kept.first))
    }

    private func tooLong(_ account: AccountID) -> Failure {
        Failure(
            .badInput, period.from == nil ? .account : .from,
            "\(account.address) has more than \(AccountHistory.mostElements) transactions or effects in this time",
            hint: "begin later: \(field: .from, "DATE")")
    }

    private func unseen(_ account: AccountID) -> Failure {
        Failure(.badInput, .account, "the account \(account.address) was never seen on \(network.label)")
    }

    private func statement(
        of account: AccountID, _ history: AccountHistory, elder: Int64?, _ notes: StatementNotes
    ) throws(Failure) -> AccountStatement {
        let transactions: [RecordedTransaction]
        do throws(HorizonError) { transactions = try history.transactions(of: account, on: network) } catch {
            throw Failure(error)
        }
        let within = transactions.filter { period.contains($0.time) }
        let sums = StatementSums(present: history.present, transactions, period)
        var rows: [StatementRow] = []
        for transaction in within { rows += try notes.rows(of: transaction, account, signers: history.record?.signers) }
        let beginning: AccountStatement.Beginning =
            if sums.beginsWithCreation { .creation } else if history.isToTheEnd {
                .incomplete(ledger: transactions.first?.entry.inclusion.ledger ?? elder)
            } else { .calculated }
        return AccountStatement(
            account: account, name: notes.names[account], rows: rows, balances: sums.balances, beginning: beginning,
            impossible: sums.impossible,
            missing: sums.beginsWithCreation ? [] : try notes.missing(account, in: history, on: network),
            hasPoolShares: history.record?.balances.contains { $0.asset == nil } == true,
            contractCalls: within.count { $0.hasContractCall }, unknown: within.count { $0.envelope == nil })
    }
}

extension AccountHistory {
    /// The balances after the last transaction, in stroops; pool shares are none.
    fileprivate var present: [Asset: Int128] {
        Dictionary(
            (record?.balances ?? []).compactMap { balance in
                balance.asset.map { ($0, Int128(balance.balance.stroops)) }
            }
        ) { $1 }
    }

    /// - Throws: `.protocolBroken` when the server contradicts itself.
    fileprivate func transactions(
        of account: AccountID, on network: Network
    ) throws(HorizonError) -> [RecordedTransaction] {
        // A claimable balance is made before it is claimed.
        var claimable: [ClaimableBalanceID: PaymentParty] = [:]
        var found: [RecordedTransaction] = []
        for entry in entries {
            let transaction = try RecordedTransaction(
                entry, effects[entry.token] ?? [], calls, claimable: claimable, of: account, on: network)
            claimable.merge(transaction.claims) { old, _ in old }
            found.append(transaction)
        }
        return found
    }
}

extension StatementPeriod {
    fileprivate func contains(_ time: Timestamp) -> Bool {
        (start.map { time >= $0 } ?? true) && (end.map { time < $0 } ?? true)
    }
}

/// What only this machine knows: names of accounts, notes of requests, batches and their tables.
struct StatementNotes {
    private let network: Network
    private let journal: (any OnlineJournal)?
    private let contacts: [Contact]
    let names: [AccountID: String]

    /// The maximum number of transactions of the journal that are looked for in a server's history.
    private static let mostMissing = 10_000

    /// - Parameter journal: nil when there is none.
    init(on network: Network, in journal: (any OnlineJournal)?) throws(Failure) {
        (self.network, self.journal) = (network, journal)
        contacts = try Contacts.all(in: journal)
        names = Contacts.names(of: contacts)
    }

    /// The rows of a transaction: one for each movement, or one for its fee alone.
    func rows(
        of transaction: RecordedTransaction, _ account: AccountID, signers: [AccountSigner]?
    ) throws(Failure) -> [StatementRow] {
        let isSuccessful = transaction.entry.inclusion.isSuccessful
        // An incoming payment of another account's transaction that failed is none.
        guard !transaction.movements.isEmpty || transaction.fee != nil else { return [] }
        let known = try records(of: transaction)
        let signedBy = self.signers(of: transaction, signers ?? [])
        let source = transaction.envelope?.innermost.sourceAccount

        func row(
            _ kind: StatementRow.Kind, _ counterparty: PaymentParty?, fee: Int64?, operation: Int?
        ) -> StatementRow {
            let lines = known.batch?.lines ?? []
            let line = operation.flatMap { lines.indices.contains($0 - 1) ? lines[$0 - 1] : nil }
            let notes = [known.note, line?.note].compactMap(\.self).filter { !$0.isEmpty }
            return StatementRow(
                account: account, time: transaction.time, kind: kind, counterparty: counterparty,
                name: counterparty?.account.flatMap { names[$0] } ?? line?.name, fee: fee,
                memo: transaction.envelope?.innermost.memo,
                note: notes.isEmpty ? nil : notes.first == notes.last ? notes[0] : notes.joined(separator: "; "),
                ledger: transaction.entry.inclusion.ledger, hash: transaction.hash,
                batch: known.batch.map { ($0.name, $0.id) }, line: line?.number, signers: signedBy,
                source: known.isThere ? .both : .ledger)
        }

        guard !transaction.movements.isEmpty else {
            let other = source.flatMap { $0.account == account ? nil : PaymentParty($0) }
            return [row(isSuccessful ? .fee : .failed, other, fee: transaction.fee, operation: nil)]
        }
        return transaction.movements.enumerated().map { index, movement in
            row(
                .movement(movement), movement.counterparty, fee: index == 0 ? transaction.fee : nil,
                operation: movement.operation)
        }
    }

    // MARK: the journal

    private struct Records {
        var note: String?
        var batch: BatchPart?
        var isThere = false
    }

    private func records(of transaction: RecordedTransaction) throws(Failure) -> Records {
        guard let journal else { return Records() }
        var found = Records()
        do throws(JournalError) {
            // A fee bump is about its inner transaction.
            for hash in [transaction.innerHash, transaction.hash].compactMap(\.self) {
                let request = try journal.request(hash: hash)
                found.note = found.note ?? request?.note
                found.batch = found.batch ?? request?.batch
                let submission = try journal.submission(hash: hash)
                found.isThere = found.isThere || request != nil || submission != nil
            }
        } catch { throw Failure(error) }
        return found
    }

    /// Transactions of the account that the journal saw applied in the period, and that the history does not have.
    func missing(
        _ account: AccountID, in history: AccountHistory, on network: Network
    ) throws(Failure) -> [(hash: TransactionHash, ledger: Int64)] {
        guard let journal, history.isToTheEnd else { return [] }
        let known = Set(history.entries.map(\.inclusion.place))
        let first = history.entries.first?.inclusion.ledger
        let settled: [Submission]
        do { settled = try journal.settledSubmissions(limit: Self.mostMissing) } catch { throw Failure(error) }
        return settled.compactMap { submission in
            guard submission.transaction.network == network, submission.transaction.source == account,
                let (ledger, place) = submission.ledger.flatMap({ ledger in submission.place.map { (ledger, $0) } }),
                !known.contains(place), first.map({ ledger < $0 }) ?? true
            else { return nil }
            return (place, ledger)
        }.sorted { $0.ledger < $1.ledger }
    }

    // MARK: signatures

    private func signers(of transaction: RecordedTransaction, _ signers: [AccountSigner]) -> [TransactionSigner] {
        guard let envelope = transaction.envelope else { return [] }
        let keys = signers.map(\.key) + contacts.compactMap { $0.account.map { SignerKey.ed25519($0.account.key) } }
        return TransactionSigner.all(
            of: HashedTransaction(envelope, on: network, hash: transaction.hash, innerHash: transaction.innerHash),
            among: keys)
    }
}
