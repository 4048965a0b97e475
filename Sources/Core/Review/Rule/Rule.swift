// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A named rule: what it looks at, and the functions that look.
package struct Rule: Sendable {
    package enum Check: Sendable {
        /// Every operation of these types; all types when the list is empty.
        case operation([OperationType], @Sendable (OperationContext, inout Findings) -> Void)
        /// A transaction, alone or inside a fee bump.
        case transaction(@Sendable (TransactionContext, inout Findings) -> Void)
        case feeBump(@Sendable (FeeBumpContext, inout Findings) -> Void)
        /// Whatever is reviewed, a login and a message too: the request, the key, what was signed before.
        case request(@Sendable (RequestContext, inout Findings) -> Void)
    }

    package let id: RuleID
    let checks: [Check]

    init(_ id: RuleID, _ checks: Check...) {
        self.id = id
        self.checks = checks
    }
}
