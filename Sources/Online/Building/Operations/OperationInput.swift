// SPDX-License-Identifier: Apache-2.0

package import Faults
package import StellarXDR

/// An operation as a user describes it: accounts and assets by name, amounts and numbers as typed. Nil stands for what is left out.
package protocol OperationInput: Sendable {
    /// The operation; the draft resolves accounts and gives access to the ledger.
    ///
    /// - Throws: `.usage` or `.badInput` for what cannot be used; the message begins with the option.
    func body(in draft: inout Draft) throws(Failure) -> OperationBody

    /// The footprint and resources of a Soroban operation; nil for other operations.
    func resources() throws(Failure) -> SorobanTransactionData?
}

extension OperationInput {
    package func resources() throws(Failure) -> SorobanTransactionData? { nil }
}
