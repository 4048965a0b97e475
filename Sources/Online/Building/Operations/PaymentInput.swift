// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// A payment.
package struct PaymentInput: OperationInput {
    private let destination: String
    private let asset: String
    private let amount: String

    /// - Parameter amount: units, or `max` for all that is spendable.
    package init(destination: String, asset: String, amount: String) {
        self.destination = destination
        self.asset = asset
        self.amount = amount
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let fixed = amount == "max" ? nil : try Arguments.amount(amount, .amount)
        let paid = try draft.asset(asset, .asset)
        switch try? StrKey(destination) {
        case .contract, .muxedContract:
            throw Failure(
                .badInput, .destination, "\(destination) is a contract, which a payment cannot reach",
                hint: "use \(step: .build(.tokenTransfer(token: asset == "native" ? "native" : "CODE:ISSUER")))")
        default: break
        }
        let receiver = try draft.destination(destination, .destination)
        let sum = if let fixed { fixed } else { try draft.most(of: paid) }
        return .payment(PaymentOp(destination: receiver, asset: paid, amount: sum.stroops))
    }
}
