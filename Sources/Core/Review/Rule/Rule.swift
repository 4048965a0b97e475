// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A named rule and its checks.
package struct Rule: Sendable {
    package enum Check: Sendable {
        /// Every operation of these types, or of all types if the list is empty.
        case operation([OperationType], @Sendable (OperationContext, inout Findings) -> Void)
        /// A transaction, alone or inside a fee bump.
        case transaction(@Sendable (TransactionContext, inout Findings) -> Void)
        case feeBump(@Sendable (FeeBumpContext, inout Findings) -> Void)
        /// Anything that is reviewed, including logins and messages: the request, the key, the signing history.
        case request(@Sendable (RequestContext, inout Findings) -> Void)
    }

    package let id: RuleID
    let checks: [Check]

    init(_ id: RuleID, _ checks: Check...) {
        self.id = id
        self.checks = checks
    }
}
