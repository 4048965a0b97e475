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
        var order = [sourceAccount.account]
        var levels: [AccountID: Operation.Threshold] = [sourceAccount.account: .low]
        for operation in operations {
            let account = source(of: operation).account
            if levels[account] == nil { order.append(account) }
            levels[account] = max(levels[account] ?? .low, operation.threshold)
        }
        return order.map { ($0, levels[$0] ?? .low) }
    }
}
