// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR
package import Workspace

/// A payment.
package struct PaymentInput: OperationInput {
    private let destination: AccountReference
    private let asset: AssetReference
    private let amount: AmountInput

    package init(destination: AccountReference, asset: AssetReference, amount: AmountInput) {
        self.destination = destination
        self.asset = asset
        self.amount = amount
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let fixed: Amount? = if case .exact(let given) = amount { try given.positive(.amount) } else { nil }
        let paid = try builder.asset(asset, .asset)
        let receiver = try builder.destination(destination, .destination)
        let sum = if let fixed { fixed } else { try builder.most(of: paid) }
        return .payment(PaymentOp(destination: receiver, asset: paid, amount: sum.stroops))
    }
}

extension OperationSpec {
    package static let payment = OperationSpec(
        "payment", title: "Pay", "Send an amount of an asset to an account.",
        [
            .destination("To", "The destination: G..., M..., a contact, or name*domain."),
            InputField(
                .amount, "Amount", .amount,
                "Units, exact to 7 decimals; max sends all that is spendable: the balance less reserve, liabilities and fee."
            ),
            .asset,
        ], example: [(.destination, "G..."), (.asset, "native"), (.amount, "10.5")]
    ) { texts throws(Failure) in
        let (destination, asset) = (try texts.required(.destination), try texts.required(.asset))
        let receiver: AccountReference
        do throws(Failure) { receiver = try FieldID.destination.value(of: destination) } catch {
            switch try? StrKey(destination) {
            case .contract, .muxedContract: break
            default: throw error
            }
            throw Failure(
                .badInput, .destination, "\(destination) is a contract, which a payment cannot reach",
                hint: "use \(step: .build(.tokenTransfer(token: asset == "native" ? "native" : "CODE:ISSUER")))")
        }
        return PaymentInput(
            destination: receiver, asset: try FieldID.asset.value(of: asset), amount: try texts.value(.amount))
    }
}
