// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// The input of rules about a request.
package struct RequestContext: Sendable {
    let input: ReviewInput
    let kind: ReviewKind
    /// What would be signed; nil for a raw payload.
    let hash: TransactionHash?
    /// For an envelope: the accounts for which our signature would count, from the fee source, the transaction and
    /// the operations.
    let sources: [AccountID]
    /// For an envelope: the makers of its signatures.
    var signatures: [SignatureReview] = []
}
