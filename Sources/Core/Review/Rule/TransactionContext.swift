// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about a transaction.
package struct TransactionContext: Sendable {
    let input: ReviewInput
    let network: Network
    let transaction: Transaction
    let hash: TransactionHash
    let signatures: [DecoratedSignature]
    /// Whether it is inside a fee bump: someone else's signature covers it, and its own fee is not what is paid.
    let isInner: Bool
    /// Who can sign for the accounts that it changes, after all its operations.
    let authority: AuthorityForecast
    /// The makers of an inner transaction's signatures.
    var makers: [SignatureReview] = []

    var source: AccountID { transaction.sourceAccount.account }
}
