// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// A Soroban operation: its parts in XDR, with the SorobanTransactionData that a simulation returned.
package struct ContractInput: OperationInput {
    package enum Call: Hashable, Sendable {
        /// Calls or deploys a contract, or uploads its code.
        case invoke(function: WireInput, auth: [WireInput])
        /// Extends the time to live of the entries in the read footprint.
        ///
        /// - Parameter to: the minimum number of ledgers that they live from now.
        case extend(to: String)
        /// Restores the entries in the write footprint.
        case restore
    }

    private let call: Call
    private let sorobanData: WireInput

    package init(_ call: Call, sorobanData: WireInput) {
        self.call = call
        self.sorobanData = sorobanData
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        switch call {
        case .invoke(let function, let auth):
            let entries = try auth.map { input throws(Failure) in
                try input.value(.auth, as: SorobanAuthorizationEntry.self)
            }
            return .invokeHostFunction(
                InvokeHostFunctionOp(
                    hostFunction: try function.value(.hostFunction, as: HostFunction.self), auth: entries))
        case .extend(let ledgers):
            return .extendFootprintTtl(
                ExtendFootprintTTLOp(
                    ext: .v0, extendTo: try Arguments.number(ledgers, .extendTo, as: UInt32.self)))
        case .restore: return .restoreFootprint(RestoreFootprintOp(ext: .v0))
        }
    }

    package func resources() throws(Failure) -> SorobanTransactionData? {
        try sorobanData.value(.sorobanData, as: SorobanTransactionData.self)
    }
}
