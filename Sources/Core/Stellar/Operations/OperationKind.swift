// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension OperationType {
    /// The protocol's name in lower case: `path_payment_strict_send`.
    package var name: String {
        guard case .enumeration(let layout) = Self.layout, let name = layout.name(of: rawValue) else {
            preconditionFailure("every member is in its own layout")
        }
        return "\(name)".lowercased()
    }
}

extension Operation {
    package var type: OperationType { body.discriminant }

    /// The threshold of its source account that an operation's signatures must reach.
    package enum Threshold: Int, Hashable, Sendable, Comparable, CaseIterable {
        case low, medium, high

        package static func < (a: Threshold, b: Threshold) -> Bool { a.rawValue < b.rawValue }
    }

    /// The threshold that the network requires for the operation.
    package var threshold: Threshold { body.facts.threshold }
}

extension SetOptionsOp {
    /// Whether weights, thresholds or signers change.
    package var touchesSigners: Bool {
        masterWeight != nil || lowThreshold != nil || medThreshold != nil || highThreshold != nil || signer != nil
    }
}

extension Transaction {
    /// The account for which an operation acts: its own source, or the transaction's.
    package func source(of operation: Operation) -> MuxedAccount { operation.sourceAccount ?? sourceAccount }

    /// Every account that has to sign, with the highest threshold that its operations require; at least low for the
    /// transaction's source.
    package var requiredThresholds: [(account: AccountID, threshold: Operation.Threshold)] {
        var required = [(account: sourceAccount.account, threshold: Operation.Threshold.low)]
        var places = [sourceAccount.account: 0]
        for operation in operations {
            // Most operations have no source of their own.
            let account = operation.sourceAccount?.account
            let place = account.map { places[$0] ?? required.count } ?? 0
            if let account, place == required.count {
                required.append((account, .low))
                places[account] = place
            }
            required[place].threshold = max(required[place].threshold, operation.threshold)
        }
        return required
    }
}
