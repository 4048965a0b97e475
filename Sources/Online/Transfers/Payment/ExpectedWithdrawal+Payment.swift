// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
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
        if let amount = terms.amount, amount <= .zero {
            throw Failure(.badInput, .amount, "the amount must be above zero")
        }
        let amount = try amount(given: terms.amount)
        let differences = try compare(
            asset, amount, assetIsGiven: terms.asset != nil, acceptsAmount: terms.acceptsAmount || terms.amount != nil)
        notices += (differences + destinationWarnings)
        return WithdrawalPaymentInput(expected: self, asset: asset, amount: amount)
    }

    /// The asset that the user names: a code alone means the one of the transfer.
    private func asset(
        _ reference: AssetReference?, in context: OnlineContext, noting notices: inout [Notice]
    ) throws(Failure) -> Asset? {
        guard let reference else { return nil }
        if case .code(let code) = reference { return try asset(code: code) }
        var finder = AssetFinder(context.offline, network: session.network)
        defer { notices += finder.takeNotices() }
        return try finder.find(reference, .asset, holder: nil)
    }
}
