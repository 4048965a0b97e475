// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
import Horizon
import Preflight
package import Stellar
package import StellarXDR

extension Draft {
    /// The spendable balance of an asset; for XLM, what is left above reserve, liabilities and this transaction's fee.
    package mutating func most(of asset: Asset) throws(Failure) -> Amount {
        var view = try requiredLedger(for: "\(field: .amount, "max")")
        defer { self.view = view }
        guard !isAppending else {
            throw Failure(.usage, "\(field: .amount, "max") cannot be computed after other operations; give the amount")
        }
        guard try pending(in: &view).isEmpty else {
            throw Failure(
                .usage,
                "\(field: .amount, "max") cannot be computed: pending transactions may change the balance; give the amount"
            )
        }
        guard asset.issuer != actor else {
            throw Failure(.badInput, "\(field: .amount, "max"): an issuer can make any amount of its own asset")
        }
        guard let account = try view.account(actor) else {
            throw Failure(.badInput, "the source account \(actor.address) does not exist")
        }
        guard let held = account.balances.first(where: { $0.asset == asset }) else {
            throw Failure(.badInput, "\(field: .amount, "max"): \(actor.address) holds no \(asset.text)")
        }
        var spare = Int128(held.balance.stroops) - Int128(held.sellingLiabilities.stroops)
        if asset == .native {
            spare -= Int128(account.reserveEntries) * Int128(try view.ledger().baseReserve.stroops)
            if actor == source.account { spare -= Int128(try feePerOperation()) }
        }
        guard spare > 0, let stroops = Int64(exactly: spare) else {
            throw Failure(.badInput, "\(field: .amount, "max"): \(actor.address) has no spendable \(asset.code)")
        }
        let amount = Amount(stroops: stroops)
        notices.append(.fact(.amount, "\(amount.text) \(asset.code) (all that is spendable)"))
        return amount
    }
}
