// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// What the rules about a transaction look at.
package struct TransactionContext: Sendable {
    let input: ReviewInput
    let network: Network
    let transaction: Transaction
    let hash: TransactionHash
    let signatures: [DecoratedSignature]
    /// Inside a fee bump: somebody else's signature covers it, and its own fee is not what is paid.
    let isInner: Bool
    /// Who can sign for the accounts that it changes, after all its operations.
    let authority: AuthorityForecast
    /// Who made the signatures of an inner transaction.
    var makers: [SignatureReview] = []

    var source: AccountID { transaction.sourceAccount.account }
}
