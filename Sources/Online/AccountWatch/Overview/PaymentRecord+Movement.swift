// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Stellar
package import StellarXDR

extension PaymentRecord {
    /// The payment's change of an account's balance, in stroops; nil when the amount is not known, or the account is on neither side.
    ///
    /// - Parameter asset: as `Asset.text` writes it.
    package func movement(of asset: String, for account: AccountID) -> Int128? {
        guard isSuccessful else { return 0 }
        var sum: Int128 = 0
        for change in changes where change.asset.text == asset && change.asset.issuer != account {
            if change.from?.account == account { sum -= Int128(change.amount.stroops) }
            if change.to?.account == account { sum += Int128(change.amount.stroops) }
        }
        guard changes.isEmpty else { return sum }
        guard from?.account == account || to?.account == account else { return nil }
        if from?.account == account {
            guard let given = givenAsset, let amount = givenAmount else { return nil }
            // An issuer has no balance of its own asset.
            if given.text == asset, given.issuer != account { sum -= Int128(amount.stroops) }
        }
        if to?.account == account {
            guard let received = self.asset, let amount else { return nil }
            if received.text == asset, received.issuer != account { sum += Int128(amount.stroops) }
        }
        return sum
    }
}
