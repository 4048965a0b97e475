// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR

/// An unsigned transaction to which an operation is appended.
package struct UnsignedTransaction: Sendable {
    package let transaction: Transaction
    /// The network that the document names.
    package let network: Network?
    package let note: String?
    /// Transactions in the request that this one authorizes in advance.
    package private(set) var preauthorized: [TransactionEnvelope] = []
    /// Pools in the request's hints, as JSON.
    package private(set) var pools: [JSON] = []

    package init(_ source: TransactionInput, _ networks: NetworkSelection) throws(Failure) {
        let given = try source.toSign()
        let envelope = given.envelope
        note = given.note
        switch given.form {
        case .envelope: network = nil
        case .request(let request):
            // The user may name the network later, with the rest of the draft.
            network = request.network
            preauthorized = try Self.preauthorized(request, source.origin)
            pools = request.hints["pools"]?.asArray ?? []
        case .device, .link: network = try given.network(networks)
        }
        guard envelope.signatures.isEmpty else {
            throw Failure(
                .badInput, "\(source.origin): the transaction is signed already; a change would void the signatures")
        }
        guard case .transaction(let transaction) = envelope.content else {
            throw Failure(.badInput, "\(source.origin): nothing can be added to a fee bump")
        }
        self.transaction = transaction
    }

    /// Reads all of the hint or fails: the signer shows a transaction authorized in advance only if the request
    /// contains it.
    private static func preauthorized(
        _ request: SigningRequest, _ origin: String
    ) throws(Failure) -> [TransactionEnvelope] {
        let found = request.hintedPreauthorizations
        guard let found, !found.contains(nil) else {
            throw Failure(
                .badInput, "\(origin): the attached transaction that it authorizes in advance cannot be read",
                hint: "rebuild it: the signer would not show what it authorizes in advance")
        }
        return found.compactMap(\.self)
    }
}

/// An account's signer weights and its three thresholds.
package struct SigningLevels {
    private let account: AccountID
    private var state: SignerForecast.State
    private static let names = ["low", "medium", "high"]
    /// What each threshold protects; below the low one the account cannot submit any transaction.
    private static let uses = [
        "submit any transaction", "pay, trade, or change trustlines or data", "change signers or merge the account",
    ]

    package init(_ record: AccountRecord) {
        account = record.id
        state = SignerForecast.State(record)
    }

    /// Applies the changes that the transaction makes to signers and thresholds.
    package mutating func apply(_ transaction: Transaction) {
        for operation in transaction.operations where transaction.source(of: operation).account == account {
            if case .set(let change)? = operation.body.facts.authority { state.apply(change, of: account) }
        }
    }

    /// A warning that names the thresholds that all signers together do not reach; nil when there are none.
    package var warning: String? {
        // A pre-authorized transaction is removed once it is applied: it cannot unlock the account again.
        let sum = state.signers.reduce(UInt64(0)) { sum, signer in
            if case .preAuthTx = signer.key { sum } else { sum + UInt64(signer.weight) }
        }
        // At least one signature is needed, whatever the threshold.
        let shut = Self.uses.indices.filter { sum < UInt64(max(1, state.thresholds[$0])) }
        guard !shut.isEmpty else { return nil }
        let levels = shut.map { "\(Self.uses[$0]) (\(Self.names[$0]) threshold, \(state.thresholds[$0]))" }
        return """
            once this is applied, the signers of \(account.address) have a total weight of \(sum), and no one can ever again \
            \(levels.joined(separator: ", "))
            """
    }
}
