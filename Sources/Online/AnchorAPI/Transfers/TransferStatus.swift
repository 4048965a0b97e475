// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

extension TransferStatus {
    /// The meaning of the status; nil for one that no SEP defines.
    package func meaning(of kind: TransferKind) -> String? {
        switch (self, kind) {
        case (.incomplete, _): "the anchor still needs details: open its page and complete them"
        case (.pendingUserTransferStart, .deposit): "the anchor waits for your money: pay it as it says"
        case (.pendingUserTransferStart, .withdrawal):
            "the anchor waits for your payment"
        case (.pendingUserTransferComplete, .deposit): "the anchor has your money and is about to send the asset"
        case (.pendingUserTransferComplete, .withdrawal): "the money is ready: fetch it as the anchor says"
        case (.pendingExternal, _): "on its way outside the network, at a bank for example"
        case (.pendingAnchor, _): "the anchor is at work; nothing is needed"
        case (.onHold, _): "the anchor holds it back to check it; nothing is needed unless it asks"
        case (.pendingStellar, _): "sent on the network, and not yet in a ledger"
        case (.pendingTrust, _): "the account needs a trustline for the asset"
        case (.pendingUser, _): "you have to do something that the anchor names"
        case (.pendingCustomerInfoUpdate, _):
            "the anchor needs more about you"
        case (.pendingTransactionInfoUpdate, _): "the anchor needs corrected details of this transfer"
        case (.completed, _): "done"
        case (.refunded, _): "the anchor gave the money back"
        case (.expired, _): "it was never completed, and no longer counts: send nothing for it"
        case (.error, _): "it failed; the anchor's support knows more"
        case (.noMarket, _): "there was no exchange for the assets"
        case (.tooSmall, _): "the amount was below the least that the anchor takes"
        case (.tooLarge, _): "the amount was above the most that the anchor takes"
        default: nil
        }
    }

    /// What the user does about the status with Coldstar; nil for nothing, and for what is done on the anchor's page.
    package func nextStep(of kind: TransferKind) -> NextStep? {
        switch (self, kind) {
        case (.pendingUserTransferStart, .withdrawal): .anchor(.payAnyWithdrawal)
        case (.pendingTrust, _): .build(.addTrustline(account: nil, asset: nil))
        case (.pendingCustomerInfoUpdate, _): .anchor(.showCustomer)
        default: nil
        }
    }
}

extension TransferProtocol {
    /// The stellar.toml field with the service's URL.
    var field: String {
        switch self {
        case .sep6: "TRANSFER_SERVER"
        case .sep24: "TRANSFER_SERVER_SEP0024"
        }
    }
}

extension TransferKind {
    /// The name of the endpoint and of its section in `/info`.
    var endpoint: String {
        switch self {
        case .deposit: "deposit"
        case .withdrawal: "withdraw"
        }
    }
}
