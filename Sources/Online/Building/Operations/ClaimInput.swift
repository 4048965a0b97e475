// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// A claimable balance to claim or, as the issuer of its asset, to claw back.
package struct ClaimInput: OperationInput {
    private let balanceID: String
    private let isClawback: Bool

    /// - Parameter balanceID: `B…`, or its hexadecimal digits as in Horizon.
    package init(balanceID: String, isClawback: Bool = false) {
        self.balanceID = balanceID
        self.isClawback = isClawback
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let id = try Arguments.balance(balanceID, .balanceID)
        return isClawback
            ? .clawbackClaimableBalance(ClawbackClaimableBalanceOp(balanceID: id))
            : .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: id))
    }
}
