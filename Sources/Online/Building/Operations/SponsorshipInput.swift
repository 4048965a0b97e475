// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// The beginning of a sponsorship of the reserves of what an account creates.
package struct SponsorshipInput: OperationInput {
    private let sponsoredId: String

    package init(sponsoredId: String) {
        self.sponsoredId = sponsoredId
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let sponsored = try draft.accountID(sponsoredId, .sponsoredID)
        guard sponsored != draft.actor else {
            throw Failure(.badInput, .sponsoredID, "an account cannot sponsor itself")
        }
        return .beginSponsoringFutureReserves(BeginSponsoringFutureReservesOp(sponsoredID: sponsored))
    }
}
