// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Stellar
package import StellarXDR
package import TextCodec

/// One payment in the overview of an account.
package struct PaymentLine {
    private let record: Readable<PaymentRecord>
    private let account: AccountID
    private let names: [AccountID: String]

    package init(_ record: Readable<PaymentRecord>, of account: AccountID, names: [AccountID: String]) {
        self.record = record
        self.account = account
        self.names = names
    }

    /// Whether the code alone identifies each of the two assets of an exchange.
    private static func isCodeEnough(_ record: PaymentRecord) -> Bool {
        record.givenAsset == record.asset || record.givenAsset?.code != record.asset?.code
    }

    private static func words(_ amount: Amount?, _ asset: Asset?, in record: PaymentRecord) -> String? {
        guard let amount, let asset else { return nil }
        return "\(amount.text) \(isCodeEnough(record) ? asset.code : asset.text)"
    }

    package var json: JSON {
        switch record {
        case .read(let record): AccountPayment(record, of: account).json(names, isWhole: false)
        case .unread(let unread): unread.document(isWhole: false)
        }
    }

    /// Cells for a table: time, direction, amounts, counterparty, whether it failed.
    package var cells: [String] {
        switch record {
        case .read(let record): cells(of: record)
        case .unread(let unread): [unread.time?.utc ?? "", "", "", "", "", unread.text]
        }
    }

    private func cells(of listed: PaymentRecord) -> [String] {
        let payment = AccountPayment(listed, of: account)
        let record = payment.record
        // The account's own side first, as in `lookup payments`.
        let given = Self.words(record.givenAmount, record.givenAsset, in: record)
        let received = Self.words(record.amount, record.asset, in: record)
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
