// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Workspace

/// A batch of payments that is being built, step by step: `read`, `prepare`, then `plan`, `shortage` and `requests`
/// until the requests are recorded.
package struct BatchDraft: NoticeSource {
    private let wanted: BatchTerms
    private let network: Network
    private var conditions: Preconditions
    private var origin = ""
    private var rows: [BatchRow] = []
    /// The transactions of a batch that is built again, and that batch; nil for a new batch.
    private var earlier: (groups: [BatchPlan.Group], identity: BatchPart)?
    private var names = AccountNames()
    private var channels: BatchChannels?
    /// What `prepare` provides.
    private var prepared: (fee: UInt32, allocator: SequenceAllocator)?
    /// The ledger; nil with a sequence number of the user's.
    private var view: AnyLedger?
    /// The latest plan, its transactions, and the journal's position before it.
    private var planned: (plan: BatchPlan, transactions: [HashedTransaction], position: JournalPosition?)?
    private var notices: [Notice] = []

    package init(_ wanted: BatchTerms) throws(Failure) {
        self.wanted = wanted
        network = try wanted.network.required()
        conditions = try wanted.conditions.preconditions(now: wanted.now)
    }

    /// The notices since the last call, also after an error.
    package mutating func takeNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    /// Reads the table of payments.
    ///
    /// - Parameters:
    ///   - origin: the file's name, escaped.
    ///   - progress: told how many lines have been read, and how many there are.
    /// - Throws: an error with every line that cannot be used.
    package mutating func read(
        sheet bytes: [UInt8], origin: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        self.origin = origin
        var finder = AccountFinder(wanted.context)
        let payer = try wanted.source.map { account throws(Failure) in try finder.find(account, .source) }
        let (context, network) = (wanted.context, network)
        var holder: BatchSheet.Holder? = { account throws(Failure) in
            guard !context.isOffline else { return nil }
            let client = try context.horizon().client(for: network)
            do throws(HorizonError) { return try client.account(account) } catch { throw Failure(error) }
        }
        if !context.isOffline, try context.rpcAlone(for: network) != nil { holder = nil }
        var sheet = BatchSheet(
            finder: finder, assets: AssetFinder(context, network: network), source: payer?.account, holder: holder)
        defer { notices += sheet.takeNotices() }
        let (usable, faults, count) = try sheet.rows(of: bytes, origin: origin, progress: progress)
        rows = usable
        if !faults.isEmpty { try completing(faults).raise(of: count, "lines") }
        names = sheet.names
        if let payer { names.add(payer) }
    }

    /// With this number of lines at most, a table with errors is checked against the ledger too.
    private static let mostLinesCheckedTogether = 500

    /// The errors of a table with what the ledger has against its other lines, so that all can be corrected at once.
    /// Where the ledger cannot be asked, it only has the former.
    private mutating func completing(_ faults: InputDiagnostics) -> InputDiagnostics {
        guard !rows.isEmpty, rows.count <= Self.mostLinesCheckedTogether, wanted.sequence.number == nil,
            // A table that cannot be used makes no journal.
            (try? wanted.context.existingJournal()) != nil
        else { return faults }
        var (trial, all) = (self, faults)
        _ = trial.takeNotices()
        do throws(Failure) {
            try trial.prepare()
            try trial.plan()
            if let shortage = try trial.shortage() { all.add(shortage.lines) }
        } catch { all.add(error.details) }
        // What is told once a day would be lost; what is about the payments is told with the table that can be used.
        notices += trial.takeNotices().filter { [.server, .clock, .newerProtocol].contains($0.code) }
        return all
    }

    /// Takes payments that are values already.
    ///
    /// - Throws: an error with every payment that has no positive amount, and for none or too many.
    package mutating func take(_ rows: [BatchRow]) throws(Failure) {
        origin = "the payments"
        guard !rows.isEmpty, rows.count <= BatchSheet.limit else {
            throw Failure(.badInput, "a batch has 1 to \(BatchSheet.limit) payments, not \(rows.count)")
        }
        var diagnostics = InputDiagnostics(origin)
        for row in rows {
            _ = try diagnostics.collect(line: row.line) { () throws(Failure) in
                try row.amount.positive(.words("amount"))
            }
        }
        try diagnostics.raise(of: rows.count, "payments")
        self.rows = rows
    }

    /// Takes the transactions of a batch that is built again, as it is chosen which.
    ///
    /// - Throws: as `RebuiltBatch`.
    package mutating func take(_ batch: RebuiltBatch) throws(Failure) {
        origin = TerminalText.escape(batch.identity.name)
        let ledger = try wanted.context.ledger(of: network, noting: &notices)
        view = ledger
        var finder = try FateFinder(try wanted.context.journal(), ledger, now: wanted.now)
        let groups = try batch.groups(&finder, noting: &notices)
        earlier = (groups, batch.identity)
        rows = groups.flatMap(\.rows)
        conditions = try wanted.conditions.keeping(batch.conditions).preconditions(now: wanted.now)
        names = try ModelTransaction.names(
            of: Set(rows.flatMap { [$0.source.account, $0.destination.account] }), in: try wanted.context.journal())
    }

    /// Reads the list of channel accounts, after the table.
    package mutating func read(channels bytes: [UInt8], origin: String) throws(Failure) {
        let found = try BatchChannels(bytes, origin: origin)
        channels = found
    }

    /// Opens the ledger and the journal, and chooses the fee.
    package mutating func prepare() throws(Failure) {
        try channels?.checkApart(from: rows)
        if view == nil, wanted.sequence.number == nil {
            view = try wanted.context.ledger(of: network, noting: &notices)
        }
        try view?.expect(BatchRow.entries(of: rows))
        let fee = try wanted.fee.stroops { view }
        prepared = (
            fee,
            try SequenceAllocator(
                try wanted.context.journal(), wanted.sequence,
                replacing: Set(earlier?.groups.compactMap(\.replaced?.hash) ?? []), now: wanted.now)
        )
    }

    /// Chooses sequence numbers and makes the transactions. Show the notices before `shortage`, which may take long.
    package mutating func plan() throws(Failure) {
        guard let (fee, allocator) = prepared else { preconditionFailure("prepare() comes first") }
        let position = try allocator.position()
        let plan = try plan(allocator)
        let transactions = try transactions(plan, fee: fee)
        planned = (plan, transactions, position)
        notices += try BatchRepeats(plan, transactions, of: rows, on: network).warnings(
            in: allocator.journal, now: view?.provenTime(wanted.now) ?? wanted.now)
        notices += try ContactMemos(in: allocator.journal).warnings(of: transactions.map(\.envelope.innermost))
        if view != nil { notices += check(plan, transactions).notices }
    }

    /// Checks the transactions against the ledger.
    ///
    /// - Parameter progress: told how many accounts have been fetched, and how many there are.
    /// - Returns: the shortage, if the payers cannot spend enough; nil if the batch can be built.
    /// - Throws: an error with every line that would fail.
    package mutating func shortage(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) -> BatchShortage? {
        guard let planned else { preconditionFailure("plan() comes first") }
        guard var ledger = view else { return nil }
        notices += try ledger.confirm(planned.plan.sources.sorted { $0.address < $1.address })
        let found = try check(planned.plan, planned.transactions).shortage(in: &ledger, progress: progress)
        view = ledger
        return found
    }

    /// The requests of the plan.
    package func requests() throws(Failure) -> BatchRequests {
        guard let planned, let prepared else { preconditionFailure("plan() comes first") }
        let report = BatchReport(
            plan: planned.plan, rows: rows, transactions: planned.transactions, names: names, now: wanted.now)
        return try BatchRequests(
            planned.transactions, of: planned.plan, called: wanted.name ?? BatchName(origin: origin),
            in: earlier?.identity, on: network, created: wanted.now, note: wanted.note,
            view: view, names: names,
            facts: report.notices, journal: prepared.allocator.journal, position: planned.position)
    }

    private func check(_ plan: BatchPlan, _ transactions: [HashedTransaction]) -> BatchCheck {
        BatchCheck(
            plan: plan, transactions: transactions, origin: origin, now: wanted.now,
            checksAccounts: wanted.checksAccounts, accountsPerRequest: view?.accountsPerRequest ?? 1)
    }

    private mutating func plan(_ allocator: SequenceAllocator) throws(Failure) -> BatchPlan {
        if var ledger = view {
            try channels?.check(in: &ledger)
            var noted: [Notice] = []
            defer { notices += noted }
            let plan: BatchPlan
            if let earlier {
                var free: [AccountID: FreeNumbers] = [:]
                plan = try BatchPlan(earlier.groups) { group throws(Failure) in
                    if group.hasToHaveIt, let number = group.number { return number }
                    let id = group.source.account
                    var numbers: FreeNumbers
                    if let known = free[id] {
                        numbers = known
                    } else {
                        let state = try allocator.state(of: id, in: &ledger)
                        _ = try allocator.next(state, noting: &noted)
                        numbers = FreeNumbers(state)
                    }
                    defer { free[id] = numbers }
                    return try numbers.take(group.number)
                }
            } else {
                plan = try BatchPlan(rows, size: size, channels: channels?.accounts ?? []) { id throws(Failure) in
                    try allocator.next(of: id, in: &ledger, noting: &noted)
                }
            }
            view = ledger
            return plan
        }
        guard channels == nil else {
            throw Failure(
                .usage,
                "\(field: .sequence) cannot be combined with \(field: .channels): it is the number of a single account")
        }
        guard let first = try wanted.sequence.validNumber() else {
            preconditionFailure("without the network, there is a number")
        }
        guard let account = rows.first?.source.account, rows.allSatisfy({ $0.source.account == account }) else {
            throw Failure(
                .usage, .sequence, "the payments have several sources, and the number is that of a single account")
        }
        try allocator.check(first, of: account, on: network, noting: &notices)
        return try BatchPlan(rows, size: size) { _ throws(Failure) in first }
    }

    /// The maximum number of payments in a transaction.
    private var size: Int { wanted.isolatesPayments ? 1 : BatchPlan.size }

    private func transactions(_ plan: BatchPlan, fee: UInt32) throws(Failure) -> [HashedTransaction] {
        try plan.transactions.map { planned throws(Failure) in
            let draft = TransactionDraft(
                source: planned.source, sequence: planned.sequence, feePerOperation: fee, conditions: conditions,
                memo: planned.memo, operations: planned.operations)
            let envelope: TransactionEnvelope
            do throws(DraftError) { envelope = try draft.envelope() } catch {
                throw Failure(.badInput, Wording(error.message))
            }
            if wanted.sequence.number != nil, let rejection = ForecastRejection(formOf: envelope) {
                throw Failure([rejection])
            }
            return HashedTransaction(envelope, on: network)
        }
    }
}
