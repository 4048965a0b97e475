// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Journal
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR
import Workspace

/// Chooses the sequence number of an account's next transaction, considering the account's other transactions in the
/// journal.
package struct SequenceAllocator {
    private let choice: SequenceChoice
    let journal: any OnlineJournal
    /// By this machine's clock.
    private let now: Timestamp
    /// The journal's position when the run began: what other builders record afterwards always counts, so that no two
    /// of them take the same number.
    private let begin: JournalPosition?
    /// Transactions whose numbers are free, because they are replaced.
    private let replaced: Set<TransactionHash>

    package init(
        _ journal: any OnlineJournal, _ choice: SequenceChoice, replacing replaced: Set<TransactionHash> = [],
        now: Timestamp
    ) throws(Failure) {
        self.choice = choice
        self.replaced = replaced
        self.journal = journal
        self.now = now
        begin = try Self.position(of: journal, choice)
    }

    /// The journal's position before a number is chosen; nil where the number does not depend on others.
    package func position() throws(Failure) -> JournalPosition? { try Self.position(of: journal, choice) }

    private static func position(of journal: any OnlineJournal, _ choice: SequenceChoice) throws(Failure)
        -> JournalPosition?
    {
        guard choice.waits else { return nil }
        do { return try journal.mark() } catch { throw Failure(error) }
    }

    /// The transactions that the number has to come after.
    private func awaited(_ all: [Use]) -> [Use] {
        switch choice {
        case .next, .overtaking, .number, .firstFree, .replacing: []
        case .afterPending: all.filter { use in use.isSigned || begin.map(use.number.isNewer) == true }
        case .afterDrafts: all
        }
    }

    /// Says that the number is chosen again.
    package static let taken = Notice.note(
        .numberTaken, "another program has just taken the sequence number; taking the next")

    /// What the ledger and the journal say of an account's sequence numbers, each asked once.
    struct State {
        fileprivate let account: AccountID
        fileprivate let network: Network
        fileprivate let next: SequenceNumber
        fileprivate let uses: [Use]
        fileprivate let awaited: [Use]
        /// The journal's position before it was asked; nil where the number need not come after others.
        let position: JournalPosition?
        /// Whether the number comes after pending transactions.
        var isWaiting: Bool { !awaited.isEmpty }
    }

    func state<Source: LedgerAPI>(of account: AccountID, in view: inout Source) throws(Failure) -> State {
        let next = try view.nextSequence(of: account)
        let position = try position()
        let uses = try numbersInUse(from: next, of: account, on: view.network, at: view.provenTime(now))
        return State(
            account: account, network: view.network, next: next, uses: uses, awaited: awaited(uses), position: position)
    }

    /// The next sequence number. Notes other transactions with the same number, of which only one can be applied.
    package func next<Source: LedgerAPI>(
        of account: AccountID, in view: inout Source, noting notices: inout [Notice]
    ) throws(Failure) -> SequenceNumber {
        try next(try state(of: account, in: &view), noting: &notices)
    }

    func next(_ state: State, noting notices: inout [Notice]) throws(Failure) -> SequenceNumber {
        let (next, all, awaited) = (state.next, state.uses, state.awaited)
        notices += try doubts(of: state.account, before: next, on: state.network)
        if case .replacing(let number) = choice {
            notices += try others(all.filter { $0.sequence >= number }, with: number, isChosen: true)
            return number
        }
        if case .firstFree(let wanted) = choice {
            var free = FreeNumbers(state)
            let number = try free.take(wanted)
            notices += try later(all.filter { $0.sequence > number })
            notices += Self.notices(waitingFor: all.filter { $0.sequence < number })
            return number
        }
        guard let last = awaited.last else {
            notices += try others(all, with: next, isChosen: choice == .overtaking)
            return next
        }
        notices += Self.notices(waitingFor: awaited, areDrafts: choice == .afterDrafts)
        if let gap = Self.gap(in: awaited, from: next) {
            notices.append(
                .warning(
                    .numberGap,
                    "no pending transaction uses sequence number \(gap), and later ones wait for it: build it with \(field: .sequence) \(gap)"
                ))
        }
        let end = last.sequence
        guard end < .max else {
            throw Failure(
                .badInput,
                "no transaction can follow \(try words(last)): it has the largest possible sequence number")
        }
        notices += try others(
            all.filter { $0.sequence > end }, with: end + 1, isChosen: false)
        return end + 1
    }

    /// A note of the transactions that have to be applied before, in ascending order of their numbers.
    private static func notices(waitingFor awaited: [Use], areDrafts: Bool = true) -> [Notice] {
        guard let last = awaited.last else { return [] }
        let isOne = awaited.count == 1
        let count =
            "\(awaited.count) pending transaction\(isOne ? "" : "s")"
            + (areDrafts ? " or draft\(isOne ? "" : "s")" : "")
        return [
            .note(
                .afterPending,
                "\(count), up to the sequence number \(last.sequence): this one can be applied only after them")
        ]
    }

    /// Checks a sequence number given by the user: notes other transactions that use it.
    package func check(
        _ given: SequenceNumber, of account: AccountID, on network: Network, noting notices: inout [Notice]
    ) throws(Failure) {
        notices += try doubts(of: account, before: given, on: network)
        let uses = try numbersInUse(from: given, of: account, on: network, at: now)
        notices += try others(uses, with: given, isChosen: true)
    }

    /// Warnings of transactions of unknown outcome: building one of them again may execute it twice.
    private func doubts(
        of account: AccountID, before next: SequenceNumber, on network: Network
    ) throws(Failure) -> [Notice] {
        let doubtful: [NumberInUse]
        do {
            doubtful = try journal.numbersInDoubt(
                network: network, source: account, before: next)
        } catch { throw Failure(error) }
        var notices: [Notice] = []
        for use in doubtful.prefix(Self.shown) {
            notices.append(
                .warning(
                    .unknownOutcome,
                    "\(try words(Use(number: use))) was submitted with sequence number \(use.sequence), and its outcome is unknown: run \(step: .submit(.resume)) before building it again"
                ))
        }
        if doubtful.count > Self.shown {
            notices.append(
                .warning(.moreUnknownOutcomes, "\(doubtful.count - Self.shown) more have an unknown outcome"))
        }
        return notices
    }

    /// Warnings of other transactions with this number or a later one.
    ///
    /// - Parameters:
    ///   - out: pending transactions and drafts with this number or a later one.
    ///   - isChosen: whether the user gave the number, so that no option can change it.
    private func others(
        _ out: [Use], with number: SequenceNumber, isChosen: Bool
    ) throws(Failure) -> [Notice] {
        var notices: [Notice] = []
        let same = out.filter { $0.sequence == number }
        if let use = same.last {
            let more = same.count > 1 ? " and by \(same.count - 1) more" : ""
            notices.append(
                .warning(
                    .numberInUse,
                    "sequence number \(number) is already used by \(try words(use))\(more), \(Self.state(use.number)): only one of them can be applied"
                        + (choice == .overtaking
                            ? ", and once this one is, the other is void" : isChosen ? "" : Self.advice(use.number))))
        }
        return try notices + later(out.filter { $0.sequence > number }, namesRequest: same.isEmpty)
    }

    /// Warnings of transactions with later numbers than the one that is taken.
    private func later(_ later: [Use], namesRequest: Bool = true) throws(Failure) -> [Notice] {
        var notices: [Notice] = []
        let signed = later.filter(\.isSigned)
        // A transaction that was rejected because this number was missing becomes valid after this one: paying again
        // would pay twice.
        for use in signed.prefix(Self.shown) {
            notices.append(
                .warning(
                    .laterSigned,
                    "\(try words(use)) is signed with the later sequence number \(use.sequence) and can be applied after this one; to void it: \(step: .build(.cancel(hash: use.hash.hex)))"
                ))
        }
        if signed.count > Self.shown {
            notices.append(
                .warning(
                    .moreLaterSigned,
                    "so are \(signed.count - Self.shown) more, up to sequence number \(signed[signed.count - 1].sequence)"
                ))
        }
        if namesRequest, let use = later.first(where: { !$0.isSigned }) {
            notices.append(
                .note(
                    .laterRequested,
                    "the request \(try words(use)) has the later sequence number \(use.sequence) and can be applied after this one"
                ))
        }
        return notices
    }

    private static func advice(_ use: NumberInUse) -> Wording {
        use.isSigned
            ? "; \(field: .afterPending) uses the next free number"
            : "; \(field: .afterDrafts) uses the next free number, and \(step: .build(.forgetRequest(hash: use.hash.hex))) removes that request"
    }

    /// The maximum number of transactions named one by one.
    private static let shown = 3

    /// The hash, with the note or else a summary of the operations.
    private func words(_ use: Use) throws(Failure) -> String {
        if let note = use.number.note { return "\(use.hash) (\(TerminalText.escape(note)))" }
        guard let summary = try summary(use) else { return use.hash.hex }
        return "\(use.hash) (\(summary))"
    }

    private func summary(_ use: Use) throws(Failure) -> String? {
        var envelope = use.requested
        if envelope == nil {
            envelope = try journal.queued(use.hash)?.transaction.decoded
        }
        guard let operations = envelope?.innermost.operations, let first = operations.first else { return nil }
        let more = operations.count > 1 ? ", and \(operations.count - 1) more" : ""
        return OperationSummary.of(first.body).plain + more
    }

    /// The request; nil also if the journal's document cannot be read, because one unreadable row must not stop all
    /// building.
    private func request(_ hash: TransactionHash) -> SigningRequest? {
        (try? journal.signingRequest(hash: hash)) ?? nil
    }

    /// The first number in the sequence that no transaction uses: one expired, or was built elsewhere.
    private static func gap(in out: [Use], from next: SequenceNumber) -> SequenceNumber? {
        var expected = next
        for use in out where use.sequence >= expected {
            guard use.sequence == expected else { return expected }
            // No number follows the largest one.
            guard expected < .max else { return nil }
            expected += 1
        }
        return nil
    }

    /// Transactions that can still be applied, by sequence number.
    ///
    /// - Parameter time: what ended before it counts as expired.
    private func numbersInUse(
        from next: SequenceNumber, of account: AccountID, on network: Network, at time: Timestamp
    ) throws(Failure) -> [Use] {
        let all: [NumberInUse]
        do {
            all = try journal.numbersInUse(
                network: network, source: account, after: next - 1)
        } catch { throw Failure(error) }
        var found: [Use] = []
        // One transaction may have been requested twice.
        let last = Dictionary(all.enumerated().map { ($1.hash, $0) }) { _, last in last }
        for (place, number) in all.enumerated() where !replaced.contains(number.hash) && last[number.hash] == place {
            // A queued transaction has its time bound in its row.
            let use = Use(number: number, requested: number.state == nil ? request(number.hash)?.envelope : nil)
            if let end = use.end, end > 0, end < Int64(clamping: time.seconds) { continue }
            if try !isAnswered(use) { found.append(use) }
        }
        return found
    }

    /// Whether it is a call without the signatures of its entries, which another transaction has.
    private func isAnswered(_ use: Use) throws(Failure) -> Bool {
        guard !use.isSigned, let operations = use.requested?.innermost.operations,
            operations.contains(where: { $0.type == .invokeHostFunction })
        else { return false }
        do { return try journal.authorized(use.hash) != nil } catch { throw Failure(error) }
    }

    private static func state(_ use: NumberInUse) -> String {
        let time = Timestamp(UInt64(max(0, use.time))).utc
        return switch use.state {
        case nil where use.signatures > 0:
            "awaiting signatures since \(time), \(use.signatures) so far"
        case nil: "awaiting signatures since \(time)"
        case .queued: "signed, not submitted yet"
        case .failed: "signed, rejected by the network before"
        case .sent, .pending, .included, .expired: "submitted, outcome unknown"
        }
    }
}

/// The numbers of an account that no transaction has, one after the other.
struct FreeNumbers {
    private var used: Set<SequenceNumber>
    /// The next number to try; nil after the largest one.
    private var next: SequenceNumber?

    init(_ state: SequenceAllocator.State) { (used, next) = (Set(state.uses.map(\.sequence)), state.next) }

    /// - Parameter wanted: the number to take if it is free.
    mutating func take(_ wanted: SequenceNumber? = nil) throws(Failure) -> SequenceNumber {
        if let wanted, let next, wanted >= next, used.insert(wanted).inserted { return wanted }
        while let number = next {
            next = number < .max ? number + 1 : nil
            if !used.contains(number) { return number }
        }
        throw Failure(.badInput, "the account has used the largest possible sequence number")
    }
}

/// A transaction that has a sequence number.
private struct Use {
    let number: NumberInUse
    /// The transaction of a request that is not queued; nil also for one that cannot be read.
    var requested: TransactionEnvelope?

    var sequence: SequenceNumber { number.sequence }
    var hash: TransactionHash { number.hash }
    var isSigned: Bool { number.isSigned }

    /// The upper time bound, unix seconds; nil without one.
    var end: Int64? {
        number.maxTime ?? requested?.innermost.cond.timeBounds.map { Int64(clamping: $0.maxTime) }
    }
}

extension LedgerSource where Failure == Codec.Failure {
    /// The sequence number of the account's next transaction.
    fileprivate mutating func nextSequence(of id: AccountID) throws(Failure) -> SequenceNumber {
        guard let account = try account(id) else {
            throw Failure(
                .badInput, "the source account \(id.address) does not exist on \(network.label)",
                hint: network == .public
                    ? "someone has to create it first: \(step: .build(.createAccount))"
                    : "on a test network: \(step: .build(.fund(account: id.address)))")
        }
        do { return try TransactionDraft.sequence(after: account.sequence) } catch {
            throw Failure(.badInput, Wording(error.message))
        }
    }
}
