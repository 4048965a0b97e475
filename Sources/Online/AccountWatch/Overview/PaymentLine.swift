// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Stellar
package import StellarXDR
package import TextCodec

/// One payment in the overview of an account.
package struct PaymentLine {
    private let payment: AccountPayment
    private let names: [AccountID: String]

    package init(_ record: PaymentRecord, of account: AccountID, names: [AccountID: String]) {
        payment = AccountPayment(record, of: account)
        self.names = names
    }

    private var record: PaymentRecord { payment.record }

    /// Whether the code alone identifies each of the two assets of an exchange.
    private var isCodeEnough: Bool {
        record.givenAsset == record.asset || record.givenAsset?.code != record.asset?.code
    }

    private func words(_ amount: Amount?, _ asset: Asset?) -> String? {
        guard let amount, let asset else { return nil }
        return "\(amount.text) \(isCodeEnough ? asset.code : asset.text)"
    }

    package var json: JSON { payment.json(names, isWhole: false) }

    /// Cells for a table: time, direction, amounts, counterparty, whether it failed.
    package var cells: [String] {
        // The account's own side first, as in `lookup payments`.
        let given = words(record.givenAmount, record.givenAsset)
        let received = words(record.amount, record.asset)
        let own = payment.isGiven ? given : received
        var amounts = own ?? ""
        if record.isExchanged, let other = payment.isGiven ? received : given {
            amounts += payment.isGiven ? ", received as \(other)" : ", sent as \(other)"
        }
        if let further = payment.further { amounts += ", \(further)" }
        return [record.createdAt.utc, payment.directionText, amounts] + payment.counterpartyCells(names)
            + [record.isSuccessful ? "" : "(failed)"]
    }
}
