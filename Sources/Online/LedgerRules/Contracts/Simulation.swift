// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import StellarXDR

/// What a contract call would do in the next ledger, and what it needs for that.
package struct Simulation {
    /// Whether the transaction's authorization is checked, or what it would need is recorded.
    package enum Mode: Hashable, Sendable {
        /// Checked if the transaction has any, otherwise recorded.
        case automatic
        case enforce
        case record(allowsNonRoot: Bool)
    }

    package struct Options {
        package var mode = Mode.automatic
        /// The least number of instructions to add to what the call uses.
        package var instructionLeeway: UInt64 = 0
        /// Recorded entries get credentials whose signature is bound to the address (`ADDRESS_V2`).
        package var isUpgraded = false

        package init() {}
    }

    /// Why there is nothing to simulate, or why the call fails.
    package enum Failure: Error {
        /// The transaction is not one to simulate: what is wrong with it.
        case unsuitable(String)
        case call(HostError, diagnostics: [DiagnosticEvent])
    }

    /// The resources to declare, with the fee for them.
    package var data: SorobanTransactionData
    /// The authorization entries: recorded ones without signatures, or those of the transaction.
    package var authorization: [SorobanAuthorizationEntry]
    /// The account whose authorization is the transaction's own.
    package let source: AccountID
    package let value: SCVal
    package let diagnostics: [DiagnosticEvent]
    /// The entries that change, without those whose lifetime only is extended.
    package let changes: [EntryChange]
}
