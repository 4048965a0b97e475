// SPDX-License-Identifier: Apache-2.0

package import LedgerAPI
import Stellar
package import StellarXDR

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
    package var complaint: String? {
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
