// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import Handoff
import LedgerAPI
package import Stellar
package import StellarXDR
import Workspace

/// The payment that a `web+stellar:pay` link requests.
///
/// Its callback is not followed. A signature must be by the key that the origin domain publishes. What the link
/// requests is shown here, and reviewed again where it is signed.
package struct PayLink: OperationInput {
    private let pay: SEP7Pay
    private let amount: AmountInput?

    /// - Parameters:
    ///   - bytes: the link, with blanks around it.
    ///   - origin: where it came from, escaped, for errors.
    ///   - amount: the user's amount, where the link leaves it open.
    package init(_ bytes: [UInt8], origin: String, amount: AmountInput?) throws(Failure) {
        let text = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
        guard text.count == 1 else { throw Failure(.badInput, .link, "exactly one link is required") }
        let link: SEP7Link
        do throws(SEP7Error) { link = try SEP7Link(String(text[0])) } catch {
            throw Failure(.badInput, .link, "\(origin): \(error.message)")
        }
        guard case .pay(let pay) = link else {
            throw Failure(
                .badInput, .link, "this link contains a transaction; it is not web+stellar:pay",
                hint: "show it: \(step: .sign(.inspect)); or make a request of it: \(step: .build(.convert))")
        }
        self.pay = pay
        self.amount = amount
    }

    package var documentedNetwork: Network? { pay.terms.network }

    /// - Throws: also `.badInput` if the link is for another network than the transaction.
    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        guard try builder.wanted.network.resolve(pay.terms) == builder.network else {
            throw Failure(.badInput, "\(field: .appendTo) and \(field: .link) are for different networks")
        }
        builder.notices += notices
        try checkOrigin(in: &builder)
        let destination = try builder.destination(of: pay)
        return .payment(
            PaymentOp(destination: destination, asset: pay.asset, amount: try sum(in: &builder).stroops))
    }

    private func sum(in builder: inout TransactionBuilder) throws(Failure) -> Amount {
        guard let amount else {
            guard let asked = pay.amount else {
                throw Failure(.usage, "the link does not give the amount", hint: "give \(field: .amount)")
            }
            return asked
        }
        let given =
            switch amount {
            case .max: try builder.most(of: pay.asset)
            case .exact(let exact): try exact.positive(.amount)
            }
        if let asked = pay.amount, asked != given {
            throw Failure(.badInput, .amount, "the link says \(asked.text), not \(given.text)")
        }
        return given
    }

    private var notices: [Notice] {
        var notices: [Notice] = []
        if pay.terms.namedNetwork == nil {
            notices.append(.fact(.network, "public, the SEP-7 default: the link names none"))
        }
        if let message = pay.terms.message {
            notices.append(.fact(.link, "says \"\(TerminalText.escape(message))\""))
        }
        if pay.terms.callback != nil { notices.append(.fact(.link, "its callback is not followed")) }
        return notices
    }

    /// Rejects a link whose signature is wrong, or cannot be checked although the network may be used.
    private func checkOrigin(in builder: inout TransactionBuilder) throws(Failure) {
        guard let origin = pay.terms.origin else {
            return builder.notices.append(.fact(.link, "not signed: its origin is not verified"))
        }
        let domain = TerminalText.escape(origin.domain)
        guard !builder.isOffline else {
            return builder.notices.append(
                .fact(.link, "claims to be from \(domain); not verified: checking its signature needs the network"))
        }
        let files = try builder.finder.domainFiles()
        let isSigned: Bool
        do throws(AnchorError) {
            isSigned = try LinkOrigin.signed(origin, by: files)
        } catch {
            let failure = Failure(error)
            throw Failure(
                failure.kind, .link, "its signature cannot be checked: \(failure.wording)",
                hint: "only \(domain) can confirm that the link is its own")
        }
        guard isSigned else {
            throw Failure(
                .badInput, .link, "it claims to be from \(domain), but its signature is not by that domain's key",
                hint: "do not pay it: the link is forged or was changed")
        }
        builder.notices.append(.fact(.link, "signed by \(domain), by the key in its stellar.toml"))
    }
}

extension TransactionBuilder {
    /// The destination of a payment link; sets the memo that the link requires.
    fileprivate mutating func destination(of link: SEP7Pay) throws(Failure) -> MuxedAccount {
        switch link.destination {
        case .federated(let name):
            let account = try destination(try FieldID.link.value(of: name), .link)
            memo = try FoundAccount(account, name, .federation, memo: link.memo)
                .memo(beside: memo, isFixed: isAppending, .link)
            return account
        case .account(let account):
            memo = try FoundAccount(account, memo: link.memo)
                .memo(beside: memo, isFixed: isAppending, .link)
            return account
        }
    }
}
