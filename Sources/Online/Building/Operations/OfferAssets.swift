// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Stellar
import StellarXDR

/// The two assets of an offer.
package struct OfferAssets: Hashable, Sendable {
    private let selling: String
    private let buying: String

    package init(selling: String, buying: String) {
        self.selling = selling
        self.buying = buying
    }

    func found(in draft: inout Draft) throws(Failure) -> (selling: Asset, buying: Asset) {
        let selling = try draft.asset(selling, .selling)
        let buying = try draft.asset(buying, .buying)
        guard selling != buying else {
            throw Failure(.badInput, "\(field: .selling) and \(field: .buying) are the same asset")
        }
        return (selling, buying)
    }
}
