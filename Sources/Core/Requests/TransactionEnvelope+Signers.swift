// SPDX-License-Identifier: Apache-2.0

package import Review
import Stellar
package import StellarXDR

extension TransactionEnvelope {
    /// The accounts that have to sign, the payer first.
    package var accountsToSign: [AccountID] {
        [feeSource.account] + innermost.requiredThresholds.map(\.account)
    }
}

extension ReviewInput {
    /// The accounts that have to sign, according to the transaction.
    package var accountsToSign: [AccountID] {
        guard case .envelope(let envelope, _, _) = subject else { return [] }
        return envelope.accountsToSign
    }
}
