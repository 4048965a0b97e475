// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// What the rules about a request look at.
package struct RequestContext: Sendable {
    let input: ReviewInput
    let kind: ReviewKind
    /// What would be signed; nil for a raw payload.
    let hash: TransactionHash?
    /// Of an envelope: the accounts that our signature would speak for, the fee's, the transaction's and the
    /// operations'.
    let sources: [AccountID]
    /// Of an envelope: who made its signatures.
    var signatures: [SignatureReview] = []
}
