// SPDX-License-Identifier: Apache-2.0

package import Faults
package import StellarXDR

/// The payment that a link requests.
package struct LinkPaymentInput: OperationInput {
    private let link: PayLink
    private let amount: String?

    /// - Parameter amount: the user's amount, where the link leaves it open.
    package init(_ link: PayLink, amount: String?) {
        self.link = link
        self.amount = amount
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .payment(try link.payment(amount, in: &draft))
    }
}
