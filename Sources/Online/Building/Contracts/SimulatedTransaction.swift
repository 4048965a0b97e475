// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import LedgerXDR
import Review
import Stellar
package import StellarXDR
import Workspace

/// A transaction with what a simulation adds to it: authorization entries, footprint, resources and their fee.
package struct SimulatedTransaction: Sendable {
    package let transaction: Transaction
    package let simulation: Simulation.Succeeded
    /// Whether the authorization entries are those of the simulation; entries that were there before are kept.
    package let hasRecordedEntries: Bool

    /// Simulates the transaction and assembles the result as the SDKs do: the fee that was bid stays, and the resource
    /// fee is added to it.
    ///
    /// - Parameters:
    ///   - transaction: with a contract operation as its only one. An earlier simulation's data are replaced.
    ///   - authMode: nil for the server's choice: recording without entries, enforcing with.
    /// - Throws: `.refusedByLedger` for a call that fails, `.protocolBroken` for a result that contradicts itself,
    ///   `.refused` for a resource fee above the maximum.
    /// - Source: stellar-rpc methods/simulate_transaction.go.
    package init(
        _ transaction: Transaction, by client: RPCClient, _ terms: SimulationTerms,
        authMode: SimulationRequest.AuthMode? = nil
    ) throws(Failure) {
        try Self.checkForm(transaction)
        let answer: Simulation
        do { answer = try client.simulate(SimulationRequest(transaction.unsigned, authMode: authMode)) } catch {
            throw Failure(error)
        }
        switch answer {
        case .failed(let failed): throw Self.failure(failed, by: client)
        case .succeeded(let simulation):
            self.simulation = simulation
            try Self.check(simulation, of: transaction, terms)
            (self.transaction, hasRecordedEntries) = try Self.assemble(transaction, simulation)
            if let restoration = Restoration(simulation.transactionData, by: client) {
                throw try restoration.failure(of: transaction, by: client)
            }
        }
    }

    private static func checkForm(_ transaction: Transaction) throws(Failure) {
        if case .v1(let data) = transaction.ext, data.resourceFee < 0 {
            throw Failure(.badInput, "the transaction declares a negative resource fee: \(data.resourceFee)")
        }
        guard transaction.operations.count == 1, let operation = transaction.operations.first,
            [.invokeHostFunction, .extendFootprintTtl, .restoreFootprint].contains(operation.type)
        else {
            throw Failure(.badInput, "only a transaction whose one operation is about contracts can be simulated")
        }
        try ContractCallForm.check(transaction)
    }

    private static func failure(_ failed: Simulation.Failed, by client: RPCClient) -> Failure {
        let fault = failed.fault(by: client)
        let advice = fault?.advice ?? "check its arguments, balances and allowances"
        return Failure(
            .refusedByLedger, "the simulation failed: \(fault?.message ?? Wording(failed.message))",
            hint: "the call would fail on the network too; \(advice)")
    }

    private static func check(
        _ simulation: Simulation.Succeeded, of transaction: Transaction, _ terms: SimulationTerms
    ) throws(Failure) {
        let fee = simulation.transactionData.resourceFee
        guard fee == simulation.minResourceFee else {
            throw Failure(
                .protocolBroken,
                "the RPC server gives two resource fees: \(simulation.minResourceFee) and \(fee) stroops")
        }
        guard fee >= 0 else { throw Failure(.protocolBroken, "the RPC server gives a negative resource fee: \(fee)") }
        guard fee <= terms.maximumResourceFee else {
            throw Failure(
                .refused,
                "the resource fee of \(Amount(stroops: fee).feeText()) is more than the maximum of \(terms.maximumResourceFee) stroops",
                hint: "\(field: .maxResourceFee) \(fee) accepts it")
        }
        if let restore = simulation.restorePreamble {
            let data = restore.transactionData
            let entries = Phrase(entries: data.resources.footprint.readWrite, "archived ").plain
            let step = NextStep.build(
                .restoreEntries(
                    account: transaction.sourceAccount.account.address, data: Base64.encode(data.xdr)))
            throw Failure(
                .refusedByLedger,
                "the call needs \(Wording(entries)); to restore them costs up to \(Amount(stroops: data.resourceFee).text) XLM",
                hint: "\(step: step), send it, and give this command again")
        }
    }

    private static func assemble(
        _ transaction: Transaction, _ simulation: Simulation.Succeeded
    ) throws(Failure) -> (Transaction, Bool) {
        var made = transaction
        var hasRecordedEntries = false
        if let operation = transaction.operations.first, case .invokeHostFunction(var op) = operation.body,
            op.auth.isEmpty, let recorded = simulation.result?.auth
        {
            op.auth = recorded
            hasRecordedEntries = true
            let body = OperationBody.invokeHostFunction(op)
            made.operations =
                BoundedArray([Operation(sourceAccount: operation.sourceAccount, body: body)]) ?? transaction.operations
        }
        do { made = try made.withoutResources().using(simulation.transactionData) } catch {
            throw Failure(.badInput, Wording(error.message))
        }
        return (made, hasRecordedEntries)
    }

    /// The entries that the simulation recorded beyond those that the transaction keeps.
    package var missingEntries: Int {
        guard !hasRecordedEntries, let operation = transaction.operations.first,
            case .invokeHostFunction(let op) = operation.body
        else { return 0 }
        return max(0, (simulation.result?.auth.count ?? 0) - op.auth.count)
    }
}

extension Transaction {
    /// The transaction without an earlier simulation's data; their fee is taken off the transaction's fee.
    fileprivate func withoutResources() -> Transaction {
        guard case .v1(let data) = ext else { return self }
        var bare = self
        bare.ext = .v0
        bare.fee = UInt32(clamping: Int64(fee) - data.resourceFee)
        return bare
    }
}

/// What a simulation added to a transaction, in the words of the signer's review where that has some.
struct SimulationReport {
    let notices: [Notice]
    /// The simulated transaction, as its review has hashed it.
    let transaction: HashedTransaction
    /// Its operations as reviewed.
    let operations: [OperationReview]

    init(_ simulated: SimulatedTransaction, of call: ContractCall?, on network: Network, now: Timestamp) {
        let simulation = simulated.simulation
        let footprint = simulation.transactionData.resources.footprint
        var notices: [Notice] = [
            .fact(.simulated, "at ledger \(simulation.latestLedger)"),
            .fact(
                .resources,
                "reads \(Self.entries(footprint.readOnly.count)) and writes \(footprint.readWrite.count); fee up to "
                    + "\(Amount(stroops: simulation.transactionData.resourceFee).text) XLM, the inclusion fee comes on top"
            ),
        ]
        switch simulation.result?.value {
        case .read(let value)? where value != .void:
            notices.append(.fact(.returns, Wording(Self.text(of: value, call))))
        case .unread(let unread)?: notices.append(.fact(.returns, "a value that \(unread.text)"))
        default: break
        }
        if simulation.result?.auth.isEmpty == true, footprint.readWrite.isEmpty {
            notices.append(
                .note(.returns, "this call only reads: its value is above, and nothing has to be signed or sent for it")
            )
        }
        notices += Self.changes(simulation)
        if !simulation.events.isEmpty { notices.append(.fact(.events, "\(simulation.events.count)")) }
        if simulated.missingEntries > 0 {
            notices.append(
                .warning(
                    .missingEntries,
                    "the simulation needs \(simulated.missingEntries) more authorization entries than the transaction has"
                ))
        }
        let envelope = simulated.transaction.unsigned
        let review = Self.review(envelope, call, on: network, now: now)
        transaction =
            review.hash.map { HashedTransaction(envelope, on: network, hash: $0, innerHash: nil) }
            ?? HashedTransaction(envelope, on: network)
        operations = review.operations
        self.notices = notices + Self.findings(review)
    }

    private static func entries(_ count: Int) -> String { count == 1 ? "1 ledger entry" : "\(count) ledger entries" }

    /// By the type that the interface gives; otherwise as in SEP-51.
    static func text(of value: SCVal, _ call: ContractCall?) -> String {
        if let spec = call?.interface?.spec, let name = call?.call.functionName.bytes,
            let type = spec.function(name)?.outputs.first, let named = spec.named(value, type)
        {
            return named.text
        }
        return TerminalText.escape(XDRJSON.text(of: value))
    }

    private static let mostChanges = 12

    private static func changes(_ simulation: Simulation.Succeeded) -> [Notice] {
        let changes = simulation.stateChanges
        let archived = Set(simulation.transactionData.archivedEntries ?? [])
        var lines = changes.prefix(mostChanges).map { change -> Notice in
            switch change {
            case .read(let change):
                .fact(.changes, Wording(change.line(isRestored: archived.contains(change.key))))
            case .unread(let unread): .warning(.unreadChange, "a change of the ledger \(unread.text)")
            }
        }
        if changes.count > mostChanges { lines.append(.fact(.changes, "and \(changes.count - mostChanges) more")) }
        return lines
    }

    /// What the call alone does not explain, and what the signer will hold.
    private static let rules: Set<RuleID> = [
        .foreignRoot, .nested, .delegates, .authorization, .allowance, .tokenAdministration, .upgrade, .footprint,
        .contractCode,
    ]

    private static func review(
        _ envelope: TransactionEnvelope, _ call: ContractCall?, on network: Network, now: Timestamp
    ) -> Review {
        var input = ReviewInput(envelope, on: network, now: now)
        if let asset = call?.asset, asset != .native { input.book = Book(assets: [asset]) }
        return Reviewer.review(input).review
    }

    private static func findings(_ review: Review) -> [Notice] {
        review.findings.filter { rules.contains($0.rule) && $0.level >= .hold }.map {
            .warning(.heldBySigner, "the signer will hold this (\($0.rule.rawValue)): \($0.message)")
        }
    }
}

extension StateChange {
    /// Which entry changes, and for a balance how.
    ///
    /// - Parameter isRestored: whether it was archived: a simulation knows no entry before the change then.
    fileprivate func line(isRestored: Bool) -> String {
        switch self {
        case .created(let entry):
            "\(isRestored ? "restored" : "new"): \(entry.data.subject)\(entry.data.amount.map { ", \($0)" } ?? "")"
        case .deleted(let entry): "deleted: \(entry.data.subject)"
        case .updated(let before, let after):
            if let old = before.data.amount, let new = after.data.amount {
                old == new ? after.data.subject : "\(after.data.subject): \(old) to \(new)"
            } else {
                after.data.subject
            }
        }
    }
}

extension LedgerEntryData {
    fileprivate var subject: String {
        switch self {
        case .account(let entry): "XLM of \(entry.accountID.address)"
        case .trustline(let entry): "\(Self.name(entry.asset)) of \(entry.accountID.address)"
        case .contractData(let entry): "data of \(entry.contract.address)"
        case .contractCode: "contract code"
        default: "a ledger entry"
        }
    }

    private static func name(_ asset: TrustLineAsset) -> String {
        asset.asset?.plain ?? "pool shares"
    }

    fileprivate var amount: String? {
        switch self {
        case .account(let entry): Amount(stroops: entry.balance).text
        case .trustline(let entry): Amount(stroops: entry.balance).text
        default: nil
        }
    }
}

/// What a simulation may add to a transaction.
package struct SimulationTerms: Hashable, Sendable {
    /// 10 XLM: more than any contract call on the public network costs.
    package static let usualMaximum: Int64 = 100_000_000

    /// The highest accepted resource fee, in stroops.
    package let maximumResourceFee: Int64

    /// With the usual maximum.
    package init() { maximumResourceFee = Self.usualMaximum }

    /// - Parameter maximum: stroops; nil for the usual maximum.
    package init(maximumResourceFee maximum: Int64?) throws(Failure) {
        maximumResourceFee = maximum ?? Self.usualMaximum
        guard maximumResourceFee >= 0 else { throw Failure(.badInput, .maxResourceFee, "must not be negative") }
    }
}
