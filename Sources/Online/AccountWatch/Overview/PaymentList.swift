// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
package import Horizon
import Stellar
package import StellarXDR
package import TextCodec

/// Payments to and from an account, the latest first.
package struct PaymentList: Presentable, Sendable {
    private let payments: [Readable<PaymentRecord>]
    private let account: AccountID
    /// The user's names for accounts.
    private let names: [AccountID: String]

    /// - Parameter cursor: the paging token after which to continue.
    /// - Throws: `.badInput` for an account that was never seen.
    package init(
        of account: AccountID, limit: Int, after cursor: String?, by client: HorizonClient, context: OnlineContext
    ) throws(Failure) {
        self.account = account
        payments = try AccountPayment.all(of: account, limit: limit, cursor: cursor, by: client)
        names = Contacts.names(of: try context.contacts())
    }

    package var document: JSON {
        let list = payments.map { payment in
            switch payment {
            case .read(let record): AccountPayment(record, of: account).json(names, isWhole: true)
            case .unread(let unread): unread.document(isWhole: true)
            }
        }
        return ["payments": .array(list)]
    }

    package var text: [TextPart] {
        [.table(payments.map(cells), rightAligned: [2], strong: [2], ifEmpty: "no payments")]
    }

    private func cells(of payment: Readable<PaymentRecord>) -> [String] {
        switch payment {
        case .read(let record): cells(of: AccountPayment(record, of: account))
        case .unread(let unread): [unread.time?.utc ?? "", "", "", "", "", "", unread.text, ""]
        }
    }

    private func cells(of payment: AccountPayment) -> [String] {
        let record = payment.record
        // For an exchange, the account's own side comes first.
        let own = payment.isGiven ? (record.givenAmount, record.givenAsset) : (record.amount, record.asset)
        return [record.createdAt.utc, payment.directionText, own.0?.text ?? "", own.1?.code ?? ""]
            + payment.counterpartyCells(names)
            + [
                [record.isExchanged ? Self.otherSide(of: payment) : nil, payment.further].compactMap(\.self)
                    .joined(separator: ", "), record.isSuccessful ? "" : "(failed)",
            ]
    }

    /// The side of a path payment that the account itself does not see.
    private static func otherSide(of payment: AccountPayment) -> String {
        func words(_ amount: Amount?, _ asset: Asset?) -> String { "\(amount?.text ?? "?") \(asset?.code ?? "?")" }
        let record = payment.record
        return payment.isGiven
            ? "received as \(words(record.amount, record.asset))"
            : "sent as \(words(record.givenAmount, record.givenAsset))"
    }
}
