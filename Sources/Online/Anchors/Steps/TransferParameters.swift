// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import Stellar
import StellarXDR

/// What the user asked for when a deposit or withdrawal was begun; nil for what is to be asked or left to the anchor.
package struct TransferParameters: Sendable {
    package let kind: TransferKind
    /// `CODE`, `CODE:ISSUER`, where the issuer may be a contact, or `native`.
    package var asset: String?
    package var amount: DecimalText?
    /// One of the anchor's funding methods.
    package var method: String?
    package var `protocol`: TransferProtocol?
    /// The off-chain asset of an exchange, in the form of SEP-38.
    package private(set) var otherAsset: String?
    package private(set) var quoteID: String?
    /// The memo of the anchor's own payment, as on the command line.
    package private(set) var memo: String?
    /// Further fields for the anchor.
    package var fields: [(name: String, value: String)] = []
    /// Whether a deposit may arrive as a claimable balance when the account has no trustline.
    package var takesClaimableBalances = false

    /// - Throws: `.usage` for a quote without an exchange, `.badInput` for an invalid memo.
    package init(
        _ kind: TransferKind, otherAsset: String? = nil, quoteID: String? = nil, memo: String? = nil
    ) throws(Failure) {
        guard quoteID == nil || otherAsset != nil else {
            throw Failure(.usage, "\(field: .quoteID) goes with \(field: .exchange): a quote is for another asset")
        }
        if let memo { _ = try Memo(paymentMemo: memo) }
        self.kind = kind
        self.otherAsset = otherAsset
        self.quoteID = quoteID
        self.memo = memo
    }
}

extension Memo {
    /// The memo of the anchor's own payment.
    init(paymentMemo text: String) throws(Failure) {
        do { self = try Memo(argument: text) } catch { throw Failure(.badInput, .memo, "\(error.message)") }
    }
}

extension DecimalText {
    /// An amount that the user gave.
    ///
    /// - Parameter field: the input that has it, for errors.
    package init(_ text: String, _ field: FieldID) throws(Failure) {
        guard let amount = DecimalText(text) else {
            throw Failure(.badInput, field, "\(TerminalText.escape(text)) is not an amount such as 10.5")
        }
        self = amount
    }
}
