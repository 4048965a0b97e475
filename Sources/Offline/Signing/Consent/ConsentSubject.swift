// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar

/// What an approval is about, so that it cannot be used for anything else.
enum ConsentSubject: Hashable, Sendable {
    /// - Parameters:
    ///   - hash: nil for a payload.
    ///   - findings: those of each review, which the payload is part of.
    case request(hash: TransactionHash?, findings: [[Finding]])
    case batch(hash: TransactionHash)

    init(_ reviews: [Review]) {
        self = .request(hash: reviews.first?.hash, findings: reviews.map(\.allFindings))
    }
}
