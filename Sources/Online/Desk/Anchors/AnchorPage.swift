// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Markup
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
    let quotes: Asked?
    let fee: Asked?
    let toml: FetchedParts
    let assets: [String]
    /// The token of the session's forms.
    let token: String

    var html: HTML {
        HTML {
            failure?.html
            tag(.p) {
                "What follows on this page is what "
                tag(.strong) { domain }
                " says about itself."
                if let organization { " It calls itself \(organization)." }
            }
            tag(.div, .class("columns")) {
                tag(.div) {
                    loginPart
                    livePart("deposit") { if let deposit { form(deposit, "deposit", "Deposit") } }
                    livePart("withdraw") { if let withdraw { form(withdraw, "withdraw", "Withdraw") } }
                    customerPart
                }
                tag(.div) {
                    offersPart
                    livePart("transfers") {
                        if !transfers.isEmpty { card("transfers", "Transfers") { transfers.html } }
                    }
                    livePart("quotes") { quotes.map { asked($0, "quotes", "Prices and quotes", answer: "quote") } }
                    livePart("fee") { fee.map { asked($0, "fee", "Fee", answer: "fee") } }
                    card("toml", "stellar.toml", isLive: true) {
                        tag(.details, .class("more")) {
                            tag(.summary) { "What it publishes" }
                            tag(.div, .test("toml")) { toml.html }
                        }
                    }
                }
            }
            suggestions("assets", assets)
        }
    }

    private var loginPart: HTML {
        card("login", "Login", isLive: true) {
            for login in logins {
                tag(.p, .test("login")) {
                    chip(login.tone) { login.state }
                    " "
                    tag(.span, .class("address")) { login.subject }
                }
            }
            login?.html(token: token)
            if let loginAgain { folded("Log in again", loginAgain) }
        }
    }

    private var customerPart: HTML {
        card("customer", "Customer data", isLive: true) {
            if let customer {
                if customer.isRunning { asking }
                customer.failure?.html
                if let report = customer.report { tag(.div, .test("customer")) { report.html } }
                customer.give?.html(token: token)
                if let forget = customer.forget { folded("Have it delete what it knows", forget) }
            } else {
                quiet { "\(domain) tells a customer what it knows of them after a login." }
            }
        }
    }

    private var offersPart: HTML {
        card("offers", "What it offers", isLive: true) {
            if isLoading { asking }
            offersFailure?.html
            if let offers { tag(.div, .test("offers")) { offers.html } }
        }
    }

    private var asking: HTML { notice(.neutral, .role("status")) { "Asking \(domain)." } }

    private func form(_ form: AnchorForm, _ name: String, _ heading: String) -> HTML {
        card(name, heading) { form.html(token: token) }
    }

    private func folded(_ title: String, _ form: AnchorForm) -> HTML {
        tag(.details, .class("more")) {
            tag(.summary) { title }
            form.html(token: token)
        }
    }

    /// - Parameter name: of the answer, for tests.
    private func asked(_ asked: Asked, _ name: String, _ heading: String, answer: String) -> HTML {
        card(name, heading, .id("\(name)-section")) {
            if let found = asked.answer {
                tag(.div, .class("notice tone-neutral"), .role("status"), .test(answer)) { found.html }
            }
            asked.form.html(token: token)
        }
    }
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

    private var hiddenClient: [AnchorForm.Concealed] {
        guard let client else { return [] }
        return [AnchorForm.Concealed(name: "account", value: client.account.address)]
            + (client.memo.map { [AnchorForm.Concealed(name: "memo-id", value: String($0))] } ?? [])
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
        func choices(_ values: [String]) -> [Choice] {
            values.map { Choice(value: $0, label: ShownText.of($0)) }
        }
        let protocols = direction.protocols.map {
            Choice(
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
                    .choice([Choice(value: "", label: "as the anchor prefers")] + choices(direction.methods)),
                    "One of the anchor's methods.", isRequired: false),
            ], more: more)
        form.concealed = hiddenClient
        return form
    }

    func quote() -> AnchorForm {
        var form = form(
            "quote", button: "Ask", "What \(domain) exchanges at which rate. Give one of the two amounts.",
            [
                FormField(
                    "question", "What",
                    .choice([
                        Choice(value: "price", label: "a price, which does not bind the anchor"),
                        Choice(value: "quote", label: "a firm quote, after a login"),
                        Choice(value: "prices", label: "prices against all other assets"),
                    ]), ""),
                .optional("sell-asset", "Asset that is given", .asset, "iso4217:USD, or stellar:CODE:ISSUER."),
                .optional("buy-asset", "Asset that is bought", .asset, "In the same form."),
                .optional("sell-amount", "Amount that is given", .amount, ""),
                .optional("buy-amount", "Amount that is bought", .amount, ""),
            ],
            more: [
                FormField(
                    "context", "For",
                    .choice(["sep6", "sep24"].map { Choice(value: $0, label: $0) }), "What the quote is for."),
                .optional("sell-delivery-method", "How what is given comes", .text, "One of the anchor's methods."),
                .optional(
                    "buy-delivery-method", "How what is bought is delivered", .text, "One of the anchor's methods."),
                .optional("country", "Country", .text, "As in ISO 3166-2 or ISO 3166-1 alpha-2."),
            ])
        form.concealed = hiddenClient
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
                        Choice(value: "deposit", label: "deposit"),
                        Choice(value: "withdraw", label: "withdrawal"),
                    ]), ""),
                FormField("amount", "Amount", .amount, "In units."),
                .optional("type", "Method", .text, "One of the anchor's methods."),
            ])
        form.concealed = hiddenClient
        return form
    }

    func customer(_ asks: [FieldAsk], type: String?) -> AnchorForm? {
        guard client != nil, !asks.isEmpty else { return nil }
        let own = reply.flatMap { $0.action == "customer" ? $0 : nil }
        var form = AnchorForm.customer(
            asks, at: domain, action: "\(path)/customer", values: own?.values, errors: own?.errors ?? [:],
            failure: own?.failure)
        form.concealed += hiddenClient + (type.map { [AnchorForm.Concealed(name: "type", value: $0)] } ?? [])
        return form
    }

    func forget() -> AnchorForm {
        var form = form(
            "forget", button: "Delete it", "\(domain) is asked to delete all that it knows about this customer.",
            [FormField("agree", "Delete my data at \(domain)", .flag, "It cannot be undone.")])
        form.concealed = hiddenClient
        return form
    }
}
