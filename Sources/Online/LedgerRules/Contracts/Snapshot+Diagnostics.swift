// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
import Stellar
package import StellarXDR

extension Snapshot {
    /// In words why a contract call is rejected, as far as the result's code does not say it.
    package func diagnostics(of envelope: TransactionEnvelope) -> [DiagnosticEvent] {
        guard let transaction = ContractTransaction(envelope.innermostEnvelope) else { return [] }
        let delegated = transaction.authorization.contains { $0.credentials.discriminant == .addressWithDelegates }
        if delegated {
            return [Self.event("the practice network does not support credentials with delegates (CAP-71)")]
        }
        let (declared, needed) = (transaction.data.resourceFee, transaction.nonRefundableFee)
        if declared < needed {
            return [
                Self.event(
                    "transaction `sorobanData.resourceFee` is lower than the actual Soroban resource fee",
                    .i64(declared),
                    .i64(needed))
            ]
        }
        return transaction.isSound ? [] : [Self.event("the declared resources exceed the network's limits")]
    }

    private static func event(_ message: String, _ values: SCVal...) -> DiagnosticEvent {
        let body = ContractEventBodyV0(
            topics: [.name("error"), .error(.storage(.exceededLimit))], data: .vec([.text(message)] + values))
        return DiagnosticEvent(
            inSuccessfulContractCall: false,
            event: ContractEvent(ext: .v0, contractID: nil, type: .diagnostic, body: .v0(body)))
    }
}
