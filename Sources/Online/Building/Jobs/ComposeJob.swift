// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Requests the signature of a transaction from elsewhere exactly as it is, without the network.
package struct ComposeJob: SingleRequestJob {
    private let transaction: TransactionEnvelope
    private let network: Network
    private let note: String?
    private let created: Timestamp
    package let context: OnlineContext

    package init(
        _ transaction: TransactionEnvelope, on network: Network, note: String?, created: Timestamp,
        in context: OnlineContext
    ) {
        self.transaction = transaction
        self.network = network
        self.note = note
        self.created = created
        self.context = context
    }

    /// Warns of what the network would refuse by the transaction's form alone, and of payments that were made before.
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        if let rejection = ForecastRejection(formOf: transaction) {
            notices.append(.warning(.malformed, "the network would refuse this: \(rejection.message)"))
        }
        let hashed = HashedTransaction(transaction, on: network)
        // A fee bump pays nothing beside its inner transaction.
        if hashed.innerHash == nil {
            notices += try PaymentHistory.warnings(
                of: hashed, replacing: nil, in: try context.journal(), now: created)
            notices += try ContactMemos(in: try context.journal()).warnings(of: [hashed.envelope.innermost])
        }
        return try BuiltRequest(hashed, created: created, note: note)
    }
}
