// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Workspace

/// Requests a transaction with the operations of an earlier one, in its place: with a fresh validity, and a sequence
/// number with which the two cannot both be applied.
package struct RebuildJob: RequestJob {
    private let terms: ReplacementTerms
    private let conditions: ConditionInput
    private let fee: FeeChoice
    private let simulation: SimulationTerms
    private let mayBeAlive: Bool

    /// - Parameters:
    ///   - terms: without a note, the request gets the earlier one's.
    ///   - simulation: for a contract call.
    ///   - mayBeAlive: whether the earlier one may still be applied. Then this one has the same sequence number.
    package init(
        _ terms: ReplacementTerms, conditions: ConditionInput = ConditionInput(), fee: FeeChoice = .automatic,
        simulation: SimulationTerms = SimulationTerms(), mayBeAlive: Bool = false
    ) {
        self.terms = terms
        self.conditions = conditions
        self.fee = fee
        self.simulation = simulation
        self.mayBeAlive = mayBeAlive
    }

    /// - Throws: `.refusedByLedger` if the earlier transaction was applied, or may have been; `.refused` if it still
    ///   can be, and this is not allowed.
    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        let network = try terms.network.resolve(documented: terms.transaction.network)
        let model = try ModelTransaction(terms.transaction, on: network, in: terms.journal)
        var notices: [Notice] = []
        let choice: (model: ModelTransaction, sequence: SequenceChoice, ledger: AnyLedger)
        do throws(Failure) {
            choice = try chosen(model, noting: &notices)
        } catch {
            notices.forEach(note)
            throw error
        }
        notices.forEach(note)
        var wanted = TransactionParameters(context: terms.context, network: NetworkSelection(network), now: terms.now)
        (wanted.conditions, wanted.fee, wanted.sequence) = (conditions, fee, choice.sequence)
        wanted.note = terms.note ?? model.note
        let job = choice.model.job(wanted, simulation, in: choice.ledger)
        return try job.run(
            noting: note,
            check: { built throws(Failure) -> Prepared in
                guard built.hash != model.hashed.hash else {
                    throw Failure(
                        .badInput, "this would be the same transaction again, with the same expiry",
                        hint: "choose another one with \(field: .validFor)")
                }
                return try check(built)
            }, deliver: deliver)
    }

    /// What became of the earlier transaction, and the sequence number that follows from it.
    private func chosen(
        _ model: ModelTransaction, noting notices: inout [Notice]
    ) throws(Failure) -> (ModelTransaction, SequenceChoice, AnyLedger) {
        let (hashed, context) = (model.hashed, terms.context)
        let ledger = try context.ledger(of: hashed.network, noting: &notices)
        var finder = try FateFinder(terms.journal, ledger, now: terms.now)
        let replacement = try Replacement(
            of: hashed, try finder.fate(of: hashed), mayBeAlive: mayBeAlive,
            ancestors: finder.ancestors(of: hashed.hash))
        notices += replacement.notices
        var model = model
        model.replaced = replacement.request
        return (model, replacement.sequence, ledger)
    }
}

/// How a transaction is replaced, by what became of it.
struct Replacement {
    let request: ReplacedRequest
    /// The earlier one's number, where that keeps the two from being applied both; nil if only the new one can be.
    let number: SequenceNumber?
    /// Whether the new one has to have that number, even if others have it too.
    let hasToHaveNumber: Bool
    let notices: [Notice]

    /// - Throws: `.refusedByLedger` if it was applied, or may have been; `.refused` if it still can be, and this is not
    ///   allowed.
    ///
    /// - Parameter ancestors: those in whose place it was built.
    init(
        of hashed: HashedTransaction, _ fate: Fate, mayBeAlive: Bool, ancestors: [TransactionHash] = []
    ) throws(Failure) {
        let (hash, transaction) = (hashed.hash, hashed.envelope.innermost)
        switch fate {
        case .applied(let ledger):
            throw Failure(
                .refusedByLedger, "\(hash) was applied in ledger \(ledger): there is nothing to rebuild",
                hint: "to pay it once more: \(step: .build(.repeated(hash: hash.hex)))")
        case .rebuilt(let other, applied: let ledger?):
            throw Failure(
                .refusedByLedger,
                "\(hash) was rebuilt as \(other), which was applied in ledger \(ledger): there is nothing to rebuild",
                hint: "to pay it once more: \(step: .build(.repeated(hash: other.hex)))")
        case .rebuilt(let other, applied: nil):
            throw Failure(
                .refused, "\(hash) was rebuilt already, as \(other); nothing was built, so that nothing is paid twice",
                hint: "\(step: .build(.rebuild(hash: other.hex)))")
        case .over(let reason):
            request = ReplacedRequest(hash, ancestors: ancestors)
            (number, hasToHaveNumber) = (nil, false)
            notices = [.fact(.replaces, "\(hash): \(reason)")]
        case .unsigned(let sharesNumber):
            request = ReplacedRequest(hash, isForgotten: true, ancestors: ancestors)
            // A copy may be signed that was not destroyed.
            (number, hasToHaveNumber) = (transaction.seqNum, mayBeAlive || sharesNumber)
            notices = [
                .fact(.replaces, "\(hash), which no one has signed"),
                .note(
                    .forgets,
                    "its request is forgotten once this one is written: destroy every copy that was carried over, because it could still be signed"
                ),
            ]
        case .open, .unknown:
            guard mayBeAlive else { throw Self.refusal(hash, fate) }
            request = ReplacedRequest(hash, ancestors: ancestors)
            (number, hasToHaveNumber) = (transaction.seqNum, true)
            notices = [
                .fact(.replaces, "\(hash), which may still be applied: only one of the two can be"),
                .note(
                    .tenfoldFee,
                    "a node that holds the earlier one accepts this one in its place only for ten times its fee"),
            ]
        }
    }

    var sequence: SequenceChoice {
        if hasToHaveNumber, let number { .replacing(number) } else { .firstFree(number) }
    }

    private static func refusal(_ hash: TransactionHash, _ fate: Fate) -> Failure {
        guard case .open(let open, let end) = fate else {
            let why: Wording = if case .unknown(let why) = fate { why } else { "its outcome is not known" }
            return Failure(
                .refusedByLedger, "\(hash): \(why); nothing was built, so that nothing is paid twice",
                hint: "find out first: \(step: .submit(.resume))")
        }
        let name = open == hash ? "\(hash)" : "\(open), in whose place \(hash) was built,"
        return Failure(
            .refused,
            "\(name) can still be applied\(end.map { ", until \($0.utc)" } ?? ""); nothing was built, so that nothing is paid twice",
            hint:
                "\(field: .althoughAlive) builds it with the same sequence number, so that only one of the two can be applied"
        )
    }
}

/// A transaction of which another one takes its operations and memo, and what only its request says.
struct ModelTransaction: Sendable {
    var hashed: HashedTransaction
    /// The note in its request.
    let note: String?
    /// The user's names for its accounts.
    let names: AccountNames
    /// Transactions that it authorizes in advance.
    let preauthorized: [TransactionEnvelope]
    /// The hints that are about its operations, and not about the ledger at the time.
    private(set) var hints = JSONObject()
    /// The request that is replaced; nil if none is.
    var replaced: ReplacedRequest?

    /// - Throws: `.badInput` for a fee bump.
    init(_ known: KnownTransaction, on network: Network, in journal: any OnlineJournal) throws(Failure) {
        guard case .transaction(let transaction) = known.envelope.content else {
            let inner = known.envelope.innermost.hash(on: network)
            throw Failure(
                .badInput, "\(known.origin) is a fee bump, which only pays for another transaction",
                hint: "\(step: .build(.rebuild(hash: inner.hex)))")
        }
        hashed = HashedTransaction(known.envelope, on: network)
        let request = try journal.signingRequest(hash: hashed.hash)
        note = request?.note
        preauthorized = request?.hinted.preauthorizations?.compactMap(\.self) ?? []
        for key in ["pools", "withdrawal"] { if let hint = request?.hints[key] { hints[key] = hint } }
        names = try Self.names(
            of: Set(
                [transaction.sourceAccount.account]
                    + transaction.operations.flatMap { operation in
                        [operation.sourceAccount?.account].compactMap(\.self) + operation.body.facts.participants
                    }), in: journal)
    }

    /// The user's names for accounts.
    static func names(
        of accounts: Set<AccountID>, in journal: any OnlineJournal
    ) throws(Failure) -> AccountNames {
        var names = AccountNames()
        for contact in try Contacts(journal).all() {
            guard let account = contact.account, accounts.contains(account.account) else { continue }
            names.add(FoundAccount(account, contact.name, .contact))
        }
        return names
    }

    /// Whether it pays a withdrawal at an anchor, which is paid once.
    var paysWithdrawal: Bool { hints["withdrawal"] != nil }

    /// Whether its operation is about contracts, which is simulated.
    var callsContract: Bool {
        if case .v1 = hashed.envelope.innermost.ext { true } else { operation?.invocation != nil }
    }

    private var operation: Operation? {
        hashed.envelope.innermost.operations.count == 1 ? hashed.envelope.innermost.operations.first : nil
    }

    /// The job that builds a transaction like it.
    ///
    /// - Parameters:
    ///   - wanted: the validity, fee, sequence number and note. Without a memo it gets this one's.
    ///   - ledger: if it was opened already.
    func job(
        _ wanted: TransactionParameters, _ simulation: SimulationTerms, in ledger: AnyLedger? = nil
    ) -> BuildJob {
        let transaction = hashed.envelope.innermost
        var wanted = wanted
        wanted.model = self
        wanted.source = .address(transaction.sourceAccount)
        wanted.memo = wanted.memo ?? transaction.memo
        wanted.conditions = wanted.conditions.keeping(transaction.cond)
        if let operation {
            if let call = operation.invocation, case .contract(let contract) = call.contractAddress {
                wanted.operationSource = operation.sourceAccount.map { .address($0) }
                return BuildJob(wanted, .call(GivenCall(contract, call), simulation), in: ledger)
            }
            if case .v1(let resources) = transaction.ext {
                return BuildJob(
                    wanted, .simulated(operation.withoutAuthorization, resources: resources, simulation), in: ledger)
            }
        }
        return BuildJob(wanted, .operations(Array(transaction.operations)), in: ledger)
    }
}

extension ConditionInput {
    /// The same, with what another transaction requires beside a time, if nothing else was chosen.
    func keeping(_ other: Preconditions) -> ConditionInput {
        guard let other = other.extended else { return self }
        var conditions = self
        if conditions.minSeqAge == nil, other.minSeqAge > 0 {
            conditions.minSeqAge = TimeSpan(seconds: other.minSeqAge)
        }
        if conditions.minSeqLedgerGap == nil, other.minSeqLedgerGap > 0 {
            conditions.minSeqLedgerGap = other.minSeqLedgerGap
        }
        if conditions.extraSigners.isEmpty { conditions.extraSigners = Array(other.extraSigners) }
        return conditions
    }
}

extension Operation {
    /// The contract function that it calls, if it does.
    fileprivate var invocation: InvokeContractArgs? {
        guard case .invokeHostFunction(let op) = body, case .invokeContract(let call) = op.hostFunction else {
            return nil
        }
        return call
    }

    /// The operation without signed entries, whose signatures are for an earlier transaction.
    fileprivate var withoutAuthorization: Operation {
        guard case .invokeHostFunction(var op) = body else { return self }
        op.auth = []
        return Operation(sourceAccount: sourceAccount, body: .invokeHostFunction(op))
    }
}
