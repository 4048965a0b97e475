// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
package import Stellar
import StellarXDR
import Workspace

/// Requests a new transaction like an earlier one, which is not replaced: both can be applied.
package struct RepeatJob: RequestJob {
    private let terms: ReplacementTerms
    private let wanted: TransactionParameters
    private let amount: Amount?
    private let simulation: SimulationTerms

    /// - Parameters:
    ///   - terms: the earlier transaction.
    ///   - wanted: validity, fee, sequence number and note; the memo, if another one is wanted.
    ///   - amount: in place of the earlier one, which has to be a payment; nil for the same.
    ///   - simulation: for a contract call.
    package init(
        _ terms: ReplacementTerms, _ wanted: TransactionParameters, amount: Amount? = nil,
        simulation: SimulationTerms = SimulationTerms()
    ) {
        self.terms = terms
        self.wanted = wanted
        self.amount = amount
        self.simulation = simulation
    }

    /// - Throws: `.refused` for the payment of a withdrawal, which an anchor expects once.
    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        let network = try terms.network.resolve(documented: terms.transaction.network)
        var model = try ModelTransaction(terms.transaction, on: network, in: terms.journal)
        guard !model.paysWithdrawal else {
            throw Failure(
                .refused, "\(model.hashed.hash) pays a withdrawal, which the anchor expects once",
                hint: "begin another withdrawal")
        }
        if let amount { model = try model.paying(amount) }
        var wanted = wanted
        wanted.network = NetworkSelection(network)
        wanted.note = wanted.note ?? model.note
        note(.fact(.repeats, Wording(model.hashed.hash.hex)))
        return try model.job(wanted, simulation).run(noting: note, check: check, deliver: deliver)
    }
}

extension ModelTransaction {
    /// The same with another amount.
    ///
    /// - Throws: `.badInput` for what is not a single payment.
    fileprivate func paying(_ amount: Amount) throws(Failure) -> ModelTransaction {
        let transaction = hashed.envelope.innermost
        guard transaction.operations.count == 1, let operation = transaction.operations.first,
            case .payment(var payment) = operation.body
        else {
            throw Failure(
                .badInput, .amount, "\(hashed.hash) is not a single payment, whose amount could be another one",
                hint: "\(step: .build(.payment))")
        }
        payment.amount = try amount.positive(.amount).stroops
        var changed = transaction
        changed.operations =
            BoundedArray([Operation(sourceAccount: operation.sourceAccount, body: .payment(payment))])
            ?? transaction.operations
        var model = self
        model.hashed = HashedTransaction(changed.unsigned, on: hashed.network)
        return model
    }
}
