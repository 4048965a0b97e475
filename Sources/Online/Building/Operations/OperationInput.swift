// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// An operation as a user describes it: accounts and assets by name. Nil stands for what is left out.
package protocol OperationInput: Sendable {
    /// The operation; the draft finds accounts and gives access to the ledger.
    ///
    /// - Throws: `.usage` or `.badInput` for what cannot be used, with the input.
    func body(in draft: inout Draft) throws(Failure) -> OperationBody

    /// The footprint and resources of a Soroban operation; nil for other operations.
    var resources: SorobanTransactionData? { get }
}

extension OperationInput {
    package var resources: SorobanTransactionData? { nil }
}
