// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Anchor
package import Building
package import Faults
package import Stellar
package import StellarXDR
import TextCodec

/// The payment for a withdrawal, as the anchor expects it and the user agreed to.
package struct WithdrawalPaymentInput: OperationInput {
    let expected: ExpectedWithdrawal
    package let asset: Asset
    package let amount: Amount

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let (payment, domain, id) = (expected.payment, expected.session.domain, expected.transfer.id)
        let destination = try draft.destination(of: payment, through: domain, id: id)
        draft.note(
            .fact(
                .withdrawal,
                "\(amount.text) \(asset.code) through \(domain.text), its transfer \(TerminalText.escape(id))"),
            .fact(.to, Wording(destination.address)), .fact(.memo, Wording(payment.memo.shown)))
        return .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops))
    }
}
