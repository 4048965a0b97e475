// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Stellar
import StellarXDR

/// The page of an anchor.
struct AnchorPage {
    struct Customer {
        let isRunning: Bool
        let failure: MessageView?
        let report: ReportView?
        let give: AnchorForm?
        let forget: AnchorForm?
    }

    struct Asked {
        let answer: ReportView?
        let form: AnchorForm
    }

    let domain: String
    let organization: String?
    let failure: MessageView?
    let logins: [LoginView]
    let login: AnchorForm?
    /// Beside a login that is valid here, but that the anchor may have ended.
    let loginAgain: AnchorForm?
    let deposit: AnchorForm?
    let withdraw: AnchorForm?
    let customer: Customer?
    let isLoading: Bool
    let offers: ReportView?
    let offersFailure: MessageView?
    let transfers: [TransferRowView]
    let hasTransfers: Bool
    let quotes: Asked?
    let fee: Asked?
    let toml: FetchedParts
    let assets: [String]
}

/// Which form of an anchor's page was sent, and what came of it.
struct AnchorReply {
    /// The last part of the form's path.
    let action: String
    let values: DeskFields
    var failure: Failure?
    var errors: [String: String] = [:]
    var answer: ReportView?
}

/// The forms of an anchor's page; field names are the options of the command line.
struct AnchorForms {
    let path: String
    let domain: String
    /// Who is logged in, or would log in.
    let client: WebAuthClient?
    let reply: AnchorReply?

    private func form(
        _ action: String, button: String, _ summary: String, _ fields: [FormField], more: [FormField] = []
    ) -> AnchorForm {
        let own = reply.flatMap { $0.action == action ? $0 : nil }
        return AnchorForm(
            action, action: "\(path)/\(action)", button: button, summary, fields, more: more, values: own?.values,
            failure: own?.failure, errors: own?.errors ?? [:])
    }

    private var hiddenClient: [AnchorForm.Hidden] {
        guard let client else { return [] }
        return [AnchorForm.Hidden(name: "account", value: client.account.address)]
            + (client.memo.map { [AnchorForm.Hidden(name: "memo-id", value: String($0))] } ?? [])
    }

    func login() -> AnchorForm {
        form(
            "login", button: "Log in",
            "The anchor's challenge is signed by the signer, like a transaction. It moves nothing.",
            [
                FormField(
                    "account", "Account", .account, "Who logs in: G..., M..., a contact, or name*domain.",
                    initial: client?.account.address ?? "")
            ],
            more: [
                .optional("memo-id", "Memo id", .number, "Of a user of a shared account; not with an M address."),
                .optional("client-domain", "Client domain", .text, "Of the wallet, whose key signs too."),
            ])
    }

    func transfer(_ kind: TransferKind, _ direction: AnchorOffers.Direction?) -> AnchorForm? {
        guard client != nil, let direction, !direction.codes.isEmpty else { return nil }
        let isDeposit = kind == .deposit
        var more: [FormField] = [
            .optional("exchange", "Asset outside", .text, "Where it is exchanged: iso4217:USD."),
            .optional("quote-id", "Firm quote", .text, "The id of a quote of this anchor."),
            .optional("memo", "Memo of the anchor's payment", .text, "text:..., id:N or hash:HEX."),
        ]
        if isDeposit {
            more.append(
                .optional(
                    "claimable", "Claimable balance", .flag, "Take the asset as one while the account has no trustline."
                ))
        }
        func choices(_ values: [String]) -> [FormField.Choice] {
            values.map { FormField.Choice(value: $0, label: ShownText.of($0)) }
        }
        let protocols = direction.protocols.map {
            FormField.Choice(
                value: $0.rawValue, label: $0 == .sep6 ? "here (sep6)" : "on the anchor's page (sep24)")
        }
        var form = form(
            isDeposit ? "deposit" : "withdraw", button: isDeposit ? "Begin a deposit" : "Begin a withdrawal",
            isDeposit
                ? "Give \(domain) money outside the network, for an asset on it. You see its terms before you agree."
                : "Give \(domain) an asset, for money outside the network. You see its terms before you agree.",
            [
                FormField("asset", "Asset", .choice(choices(direction.codes)), ""),
                .optional("amount", "Amount", .amount, "In units. On the anchor's page it can be left open."),
                FormField("protocol", "Where the data are given", .choice(protocols), ""),
                FormField(
                    "type", isDeposit ? "How the money comes" : "How the money goes",
                    .choice([FormField.Choice(value: "", label: "as the anchor prefers")] + choices(direction.methods)),
                    "One of the anchor's methods.", isRequired: false),
            ], more: more)
        form.hidden = hiddenClient
        return form
    }

    func quote() -> AnchorForm {
        var form = form(
            "quote", button: "Ask", "What \(domain) exchanges at which rate. Give one of the two amounts.",
            [
                FormField(
                    "question", "What",
                    .choice([
                        FormField.Choice(value: "price", label: "a price, which does not bind the anchor"),
                        FormField.Choice(value: "quote", label: "a firm quote, after a login"),
                        FormField.Choice(value: "prices", label: "prices against all other assets"),
                    ]), ""),
                .optional("sell-asset", "Asset that is given", .asset, "iso4217:USD, or stellar:CODE:ISSUER."),
                .optional("buy-asset", "Asset that is bought", .asset, "In the same form."),
                .optional("sell-amount", "Amount that is given", .amount, ""),
                .optional("buy-amount", "Amount that is bought", .amount, ""),
            ],
            more: [
                FormField(
                    "context", "For",
                    .choice(["sep6", "sep24"].map { FormField.Choice(value: $0, label: $0) }), "What the quote is for."),
                .optional("sell-delivery-method", "How what is given comes", .text, "One of the anchor's methods."),
                .optional(
                    "buy-delivery-method", "How what is bought is delivered", .text, "One of the anchor's methods."),
                .optional("country", "Country", .text, "As in ISO 3166-2 or ISO 3166-1 alpha-2."),
            ])
        form.hidden = hiddenClient
        return form
    }

    func fee() -> AnchorForm {
        var form = form(
            "fee", button: "Ask", "What a deposit or withdrawal would cost.",
            [
                FormField("asset", "Asset", .text, "Its code."),
                FormField(
                    "operation", "Direction",
                    .choice([
                        FormField.Choice(value: "deposit", label: "deposit"),
                        FormField.Choice(value: "withdraw", label: "withdrawal"),
                    ]), ""),
                FormField("amount", "Amount", .amount, "In units."),
                .optional("type", "Method", .text, "One of the anchor's methods."),
            ])
        form.hidden = hiddenClient
        return form
    }

    func customer(_ asks: [FieldAsk], type: String?) -> AnchorForm? {
        guard client != nil, !asks.isEmpty else { return nil }
        let own = reply.flatMap { $0.action == "customer" ? $0 : nil }
        var form = AnchorForm.customer(
            asks, at: domain, action: "\(path)/customer", values: own?.values, errors: own?.errors ?? [:],
            failure: own?.failure)
        form.hidden += hiddenClient + (type.map { [AnchorForm.Hidden(name: "type", value: $0)] } ?? [])
        return form
    }

    func forget() -> AnchorForm {
        var form = form(
            "forget", button: "Delete it", "\(domain) is asked to delete all that it knows about this customer.",
            [FormField("agree", "Delete my data at \(domain)", .flag, "It cannot be undone.")])
        form.hidden = hiddenClient
        return form
    }
}
