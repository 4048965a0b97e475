// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// A payment.
package struct PaymentInput: OperationInput {
    private let destination: AccountReference
    private let asset: AssetReference
    private let amount: AmountInput

    package init(destination: AccountReference, asset: AssetReference, amount: AmountInput) {
        self.destination = destination
        self.asset = asset
        self.amount = amount
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let fixed: Amount? = if case .exact(let given) = amount { try given.positive(.amount) } else { nil }
        let paid = try builder.asset(asset, .asset)
        let receiver = try builder.destination(destination, .destination)
        let sum = if let fixed { fixed } else { try builder.most(of: paid) }
        return .payment(PaymentOp(destination: receiver, asset: paid, amount: sum.stroops))
    }
}

extension OperationSpec {
    package static let payment = OperationSpec(
        "payment", title: "Pay", "Send an amount of an asset to an account.",
        [
            .destination("To", "The destination: G..., M..., a contact, or name*domain."),
            InputField(
                .amount, "Amount", .amount,
                "Units, exact to 7 decimals; max sends all that is spendable: the balance less reserve, liabilities and fee."
            ),
            .asset,
        ], example: [(.destination, "G..."), (.asset, "native"), (.amount, "10.5")]
    ) { texts throws(Failure) in
        let (destination, asset) = (try texts.required(.destination), try texts.required(.asset))
        let receiver: AccountReference
        do throws(Failure) { receiver = try texts.value(.destination) } catch {
            switch try? StrKey(destination) {
            case .contract, .muxedContract: break
            default: throw error
            }
            throw Failure(
                .badInput, .destination, "\(destination) is a contract, which a payment cannot reach",
                hint: "use \(step: .build(.tokenTransfer(token: asset == "native" ? "native" : "CODE:ISSUER")))")
        }
        return PaymentInput(
            destination: receiver, asset: try FieldID.asset.value(of: asset), amount: try texts.value(.amount))
    }
}

/// An amount as a user gives it.
package enum AmountInput: Hashable, Sendable {
    case exact(Amount)
    /// All that is spendable.
    case max
}

extension AmountInput: TextValue {
    /// - Parameter text: units, exact to 7 decimals, or `max`.
    package init(text: String) throws(Failure) { self = text == "max" ? .max : .exact(try Amount.read(text)) }
}

extension Amount {
    /// The amount, which must be above zero.
    ///
    /// - Parameters:
    ///   - field: the input that gives it, for errors.
    ///   - allowsZero: whether zero is allowed, too.
    package func positive(_ field: FieldID, allowsZero: Bool = false) throws(Failure) -> Amount {
        guard allowsZero ? self >= .zero : self > .zero else {
            throw Failure(.badInput, field, "the amount must be above zero")
        }
        return self
    }
}

extension TransactionBuilder {
    /// The spendable balance of an asset; for XLM, what is left above reserve, liabilities and this transaction's fee.
    package mutating func most(of asset: Asset) throws(Failure) -> Amount {
        var view = try requiredLedger(for: "\(field: .amount, "max")")
        defer { self.view = view }
        guard !isAppending else {
            throw Failure(.usage, "\(field: .amount, "max") cannot be computed after other operations; give the amount")
        }
        guard try !isWaiting(in: &view) else {
            throw Failure(
                .usage,
                "\(field: .amount, "max") cannot be computed: pending transactions may change the balance; give the amount"
            )
        }
        guard asset.issuer != actor else {
            throw Failure(.badInput, "\(field: .amount, "max"): an issuer can make any amount of its own asset")
        }
        var named = NamedEntries([])
        named.add(asset)
        try view.expect(named)
        guard let account = try view.account(actor) else {
            throw Failure(.badInput, "the source account \(actor.address) does not exist")
        }
        guard let held = account.balances.first(where: { $0.asset == asset }) else {
            throw Failure(.badInput, "\(field: .amount, "max"): \(actor.address) holds no \(asset.plain)")
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
