// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about a fee bump.
package struct FeeBumpContext: Sendable {
    let input: ReviewInput
    let network: Network
    let bump: FeeBumpTransaction
    let innerHash: TransactionHash
    /// The tokens that the inner transaction may move.
    let tokens: KnownTokens
}
