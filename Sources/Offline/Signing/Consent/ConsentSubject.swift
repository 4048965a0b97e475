// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar

/// What an approval is about, so that it cannot be used for anything else.
enum ConsentSubject: Hashable, Sendable {
    /// - Parameters:
    ///   - hash: nil for a payload.
    ///   - holds: every hold of the reviews.
    case request(hash: TransactionHash?, holds: Set<Hold>)
    case batch(hash: TransactionHash)

    init(_ reviews: [Review]) {
        self = .request(hash: reviews.first?.hash, holds: Set(reviews.flatMap(\.holds)))
    }
}
