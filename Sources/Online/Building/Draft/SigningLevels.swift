// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Stellar
package import StellarXDR

/// An account's signer weights and its three thresholds.
package struct SigningLevels {
    private let account: AccountID
    private var weights: [SignerKey: UInt32]
    private var thresholds: [(name: String, threshold: UInt32)]
    /// What each threshold protects; below the low one the account cannot submit any transaction.
    private static let uses = [
        "submit any transaction", "pay, trade, or change trustlines or data", "change signers or merge the account",
    ]

    package init(_ record: AccountRecord) {
        account = record.id
        weights = Dictionary(record.signers.map { ($0.key, UInt32($0.weight)) }) { first, _ in first }
        let found = record.thresholds
        thresholds = [
            ("low", UInt32(found.low)), ("medium", UInt32(found.medium)), ("high", UInt32(found.high)),
        ]
    }

    /// Applies the changes that the transaction makes to signers and thresholds.
    package mutating func apply(_ transaction: Transaction) {
        for operation in transaction.operations
        where (operation.sourceAccount ?? transaction.sourceAccount).account == account {
            guard case .setOptions(let change) = operation.body else { continue }
            for (index, new) in [change.lowThreshold, change.medThreshold, change.highThreshold].enumerated() {
                if let new { thresholds[index].threshold = new }
            }
            if let weight = change.masterWeight { weights[.ed25519(account.key)] = weight }
            if let signer = change.signer { weights[signer.key] = signer.weight }
        }
    }

    /// A warning that names the thresholds that all signers together do not reach; nil when there are none.
    package var complaint: String? {
        // A pre-authorized transaction is removed once it is applied: it cannot unlock the account again.
        let sum = weights.reduce(UInt32(0)) { sum, signer in
            if case .preAuthTx = signer.key { sum } else { sum + signer.value }
        }
        // At least one signature is needed, whatever the threshold.
        let shut = zip(thresholds, Self.uses).filter { sum < max(1, $0.0.threshold) }
        guard !shut.isEmpty else { return nil }
        let levels = shut.map { level, use in "\(use) (\(level.name) threshold, \(level.threshold))" }
        return """
            once this is applied, the signers of \(account.address) have a total weight of \(sum), and no one can ever again \
            \(levels.joined(separator: ", "))
            """
    }
}
