// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// The clawback of an amount of the issuer's asset from an account.
package struct ClawbackInput: OperationInput {
    private let asset: String
    private let from: String
    private let amount: String

    package init(asset: String, from: String, amount: String) {
        self.asset = asset
        self.from = from
        self.amount = amount
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try draft.ownAsset(asset, .asset)
        let amount = try Arguments.amount(amount, .amount)
        let from = try draft.account(from, .from)
        return .clawback(ClawbackOp(asset: asset, from: from, amount: amount.stroops))
    }
}
