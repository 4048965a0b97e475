// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// What the rules about a fee bump look at.
package struct FeeBumpContext: Sendable {
    let input: ReviewInput
    let network: Network
    let bump: FeeBumpTransaction
    let innerHash: TransactionHash
}
