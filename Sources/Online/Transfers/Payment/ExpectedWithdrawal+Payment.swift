// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
import Handoff
import Stellar
import StellarXDR

extension ExpectedWithdrawal {
    /// The payment, once what the anchor expects was compared with what the user wants and with the request made on this machine.
    ///
    /// - Parameter notices: also after an error, what the user should know before going on.
    /// - Throws: `.badInput` or `.usage` for terms that do not fit, `.protocolBroken` for another asset than at the request,
    ///   `.refused` for another amount that the user did not accept.
    package func payment(
        _ terms: WithdrawalTerms, in context: OnlineContext, noting notices: inout [Notice]
    ) throws(Failure) -> WithdrawalPaymentInput {
        notices += warnings
        let asset = try asset(given: try asset(terms.asset, in: context, noting: &notices))
        let amount = try amount(
            given: try terms.amount.map { text throws(Failure) in try Arguments.amount(text, .amount) })
        let differences = try compare(
            asset, amount, assetIsGiven: terms.asset != nil, acceptsAmount: terms.acceptsAmount || terms.amount != nil)
        notices += (differences + destinationWarnings)
        return WithdrawalPaymentInput(expected: self, asset: asset, amount: amount)
    }

    /// The asset that the user names: a code alone means the one of the transfer.
    private func asset(
        _ text: String?, in context: OnlineContext, noting notices: inout [Notice]
    ) throws(Failure) -> Asset? {
        guard let text else { return nil }
        guard !AssetFinder.needsHolder(text) else { return try asset(code: text) }
        var finder = AssetFinder(context.offline, network: session.network)
        defer { notices += finder.takeNotices() }
        return try finder.find(text, .asset, holder: nil)
    }
}
