// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import HTTP
import Journal
import Markup
import Stellar
import StellarXDR

/// The page of a transfer, as its state decides what it shows.
struct TransferPage {
    struct Payment: Hashable, Sendable {
        let path: String
        let title: String
    }

    /// Which of the anchor's transfers it is.
    struct Candidates {
        let action: String
        let rows: [(id: String, text: String)]
    }

    let domain: String
    let anchorPath: String
    let steps: [StepView]
    let failure: MessageView?
    let isLoading: Bool
    let notices: [String]
    let outcome: String?
    let tone: TextTone
    let heading: String
    /// The state in a word, and what it means.
    let state: HTML
    /// The anchor's page.
    let page: HTTPURL?
    /// The path of our page that opens it and listens to it.
    let listening: String?
    /// Where the trustline that the anchor waits for is added.
    let trust: String?
    let login: AnchorForm?
    let form: AnchorForm?
    let choice: Candidates?
    let payment: AnchorForm?
    let payments: [Payment]
    let facts: [ReportView.Fact]
    let instructions: [ReportView.Fact]
    let record: [ReportView.Fact]
    /// Whether a browser without scripts loads the page again: not while something is typed.
    let refreshes: Bool

    init(
        _ record: RecordedTransfer, _ scene: TransferPageState?, begun: TransferPageState?, isLoggedIn: Bool,
        said: [String],
        failure: MessageView?, isLoading: Bool, values: DeskFields?, errors: [String: String],
        payments: [Payment]
    ) {
        let action = "/transfers/\(record.number)/answer"
        let shown = ShownText.of(record.homeDomain)
        domain = shown
        anchorPath = DeskPath.anchor(record.homeDomain)
        (self.failure, self.isLoading) = (failure, isLoading)
        var lines: [String] = []
        for line in said + (scene?.notices ?? []) where !lines.contains(line) { lines.append(line) }
        notices = lines
        let isFinal = record.step == .begun && record.status?.isFinal == true
        state = TransferRowView.state(of: record)
        tone = TransferRowView.tone(of: record)
        let status = ShownText.of(TransferRowView.status(of: record))
        outcome = isFinal ? "\(status): \(Self.meaning(of: record))" : nil
        steps = Self.steps(record, isLoggedIn: isLoggedIn)
        heading = Self.heading(record, scene)
        let need = scene?.need ?? .nothing
        page = Self.page(of: record, scene, begun: begun)
        listening = page != nil && record.protocol == .sep24 ? "/transfers/\(record.number)/window" : nil
        trust =
            record.step == .begun && record.status == .pendingTrust
            ? "/trust?source=\(record.account.account.address)&asset=\(PercentText.encode(record.asset))" : nil
        login = need == .login && !isFinal ? .login(at: record.homeDomain, as: record, values: values) : nil
        (form, choice) = Self.question(need, scene, shown, action, record, values, errors)
        let isPaidNow = scene?.isPaidNow ?? false
        self.payments = payments
        payment = isPaidNow ? .payment(of: record, isFirst: payments.isEmpty, values: values) : nil
        facts = scene?.facts ?? []
        let said = begun?.facts ?? []
        instructions = isFinal || said == facts ? [] : said
        self.record = Self.facts(of: record)
        refreshes = !isFinal && form == nil && choice == nil && login == nil && payment == nil
    }

    func html(token: String) -> HTML {
        HTML {
            tag(.div, .live("steps"), .id("steps-section")) {
                steps.html
                failure?.html
                if isLoading { notice(.neutral, .role("status")) { "Asking \(domain)." } }
                for text in notices { notice(.neutral, .role("status"), .test("notice")) { text } }
                outcome.map { MessageView($0).outcome(tone) }
            }
            tag(.div, .class("columns")) {
                tag(.div) {
                    now(token)
                    livePart("facts") {
                        if !facts.isEmpty { card("facts", "What \(domain) says") { facts.html("facts") } }
                    }
                    livePart("instructions") {
                        if !instructions.isEmpty {
                            card("begun", "What \(domain) said when it was begun") {
                                instructions.html("instructions")
                            }
                        }
                    }
                }
                card("record", "This transfer", isLive: true) {
                    record.html()
                    related {
                        tag(.a, .href(Href(anchorPath))) { domain }
                        " "
                        tag(.a, .href("/anchors")) { "All anchors and transfers" }
                    }
                }
            }
        }
    }

    /// What it needs from the user now.
    private func now(_ token: String) -> HTML {
        card("now", heading, isLive: true) {
            tag(.p) { state }
            if let page { opening(page) }
            if let trust {
                actions { button("Add the trustline", to: Href(trust), isPrimary: true, .test("trust")) }
            }
            login?.html(token: token)
            form?.html(token: token)
            choice?.html(token: token)
            if !payments.isEmpty {
                tag(.ul, .class("related-requests")) {
                    for payment in payments {
                        tag(.li) { tag(.a, .href(Href(payment.path)), .test("payment")) { payment.title } }
                    }
                }
            }
            payment?.html(token: token)
        }
    }

    private func opening(_ page: HTTPURL) -> HTML {
        HTML {
            actions {
                button(
                    "Open the page of \(domain)", to: Href(page), isPrimary: true, .newWindow,
                    .rel("noopener noreferrer"), .data("anchor-window"), .test("anchor-page"))
            }
            tag(.p, .class("help")) {
                "It opens in a window of its own, and cannot see this one. Come back here when you are done: this page asks \(domain) for the result."
                if let listening {
                    " "
                    tag(.a, .href(Href(listening)), .newWindow, .rel("noopener"), .test("listen")) {
                        "Open it so that it can say when something changes"
                    }
                }
            }
        }
    }

    /// The anchor's page that the user has to visit; nil for none.
    static func page(of record: RecordedTransfer, _ scene: TransferPageState?, begun: TransferPageState?) -> HTTPURL? {
        guard record.step != .begun || record.status?.isFinal != true else { return nil }
        return scene?.page ?? (waitsForPage(record) ? begun?.page : nil)
    }

    private static func waitsForPage(_ record: RecordedTransfer) -> Bool {
        record.protocol == .sep24 && record.step == .begun && (record.status == nil || record.status == .incomplete)
    }

    static func meaning(of record: RecordedTransfer) -> String {
        switch record.step {
        case .customer: "the anchor asks for data about you"
        case .fee: "the fee is determined"
        case .summary: "nothing is begun before you agree"
        case .sending: "it was on its way to the anchor when a program ended"
        case .begun:
            record.status.map { $0.pageMeaning(of: record.kind) } ?? "the anchor has it"
        }
    }

    private static func heading(_ record: RecordedTransfer, _ scene: TransferPageState?) -> String {
        switch scene?.need ?? .nothing {
        case .login: return "Log in"
        case .customer: return "Data about you"
        case .details: return "Details"
        case .agreement: return "Terms"
        case .choice, .interrupted: return "May have been begun"
        case .wait: return "The anchor is at work"
        case .nothing: break
        }
        if scene?.isPaidNow == true { return "Pay the anchor" }
        if scene?.page != nil || waitsForPage(record) { return "The anchor's page" }
        return record.status?.isFinal == true ? "Finished" : "State"
    }

    // MARK: steps

    static func steps(_ record: RecordedTransfer, isLoggedIn: Bool) -> [StepView] {
        let isFinal = record.step == .begun && record.status?.isFinal == true
        let hasFailed = isFinal && record.status != .completed && record.status != .refunded
        let stage = isFinal ? 5 : !isLoggedIn ? 1 : record.step != .begun ? 2 : isAtThePage(record) ? 3 : 4
        func state(_ number: Int) -> StepView.State {
            if number == 4, hasFailed { return .failed }
            return number < stage ? .done : number == stage ? .now : .todo
        }
        let third =
            record.kind == .withdrawal
            ? "Pay the anchor" : record.protocol == .sep24 ? "The anchor's page" : "Pay as it says"
        return [
            StepView("Log in", isLoggedIn || isFinal ? "" : "the login has ended", state(1)),
            StepView("Data and terms", stage == 2 ? TransferRowView.status(of: record) : "", state(2)),
            StepView(third, "", state(3)),
            StepView("To the end", stage > 3 ? ShownText.of(TransferRowView.status(of: record)) : "", state(4)),
        ]
    }

    private static func isAtThePage(_ record: RecordedTransfer) -> Bool {
        switch record.status {
        case nil, .incomplete?, .pendingUserTransferStart?, .pendingUser?, .pendingCustomerInfoUpdate?,
            .pendingTransactionInfoUpdate?:
            true
        default: false
        }
    }

    // MARK: questions

    private static func question(
        _ need: TransferPageState.Need, _ scene: TransferPageState?, _ domain: String, _ action: String,
        _ record: RecordedTransfer,
        _ values: DeskFields?, _ errors: [String: String]
    ) -> (AnchorForm?, Candidates?) {
        switch need {
        case .nothing, .wait, .login: return (nil, nil)
        case .interrupted:
            return (
                AnchorForm(
                    "transfer-look", action: action, button: "Ask \(domain)",
                    "It is not known whether \(domain) has it. If no other program is sending it now, ask \(domain): nothing is sent twice without your agreement.",
                    [], values: nil), nil
            )
        case .customer(let asks):
            return (.customer(asks, at: domain, action: action, values: values, errors: errors), nil)
        case .details(let asks):
            return (
                AnchorForm(
                    "transfer-details", action: action, button: "Send to \(domain)",
                    "\(domain) asks again for these details.",
                    asks.map { $0.field(TransferRun.Prefix.field) }, values: values, errors: errors), nil
            )
        case .agreement(let asks):
            var form = AnchorForm(
                "transfer-terms", action: action, button: "Begin this \(record.kind.rawValue)",
                "This is what \(domain) is told. The fee is what it says.",
                asks.map { $0.field(TransferRun.Prefix.field) },
                more: [
                    .optional("field", "Further fields", .area, "One a line, name=value, where the anchor needs more.")
                ], values: values, errors: errors)
            form.terms = scene?.terms ?? []
            form.concealed = [AnchorForm.Concealed(name: "agreed", value: scene?.fingerprint ?? "")]
            return (form, nil)
        case .choice(let rows, let ids):
            return (
                nil,
                Candidates(
                    action: action,
                    rows: zip(ids, rows).map { (id: $0, text: $1.filter { !$0.isEmpty }.joined(separator: ", ")) })
            )
        }
    }

    private static func facts(of record: RecordedTransfer) -> [ReportView.Fact] {
        ReportView.facts(
            [AnchorFact]([
                .number: String(record.number), .kind: record.kind.rawValue, .at: record.homeDomain,
                .account: record.account.address, .accountMemo: record.memo, .asset: record.asset,
                .amount: record.amount, .by: record.method, .exchanged: record.otherAsset,
                .protocol: record.protocol.rawValue, .idAtAnchor: record.transferID, .begun: record.begun.utc,
            ]))
    }
}

extension TransferPage.Candidates {
    fileprivate func html(token: String) -> HTML {
        postForm(Href(action), token: token, .test("transfer-choice")) {
            tag(.fieldset, .class("choice")) {
                tag(.legend) { "Which of them is it?" }
                for row in rows { Self.choice(row.id, row.text) }
                Self.choice("none", "none of them")
            }
            actions { submitButton("Continue", .class("primary")) }
        }
    }

    private static func choice(_ id: String, _ text: String) -> HTML {
        tag(.label) {
            tag(.input, .type("radio"), .name("transfer"), .value(id), .required)
            " \(text)"
        }
    }
}

extension AnchorForm {
    /// Customer data that an anchor asks for.
    static func customer(
        _ asks: [FieldAsk], at domain: String, action: String, values: DeskFields?, errors: [String: String] = [:],
        failure: Failure? = nil
    ) -> AnchorForm {
        var form = AnchorForm(
            "customer-data", action: action, button: "Give this to \(domain)",
            "\(domain) asks for these data. What you fill in is sent to it and not kept on this machine.",
            asks.map { $0.field($0.isFile ? TransferRun.Prefix.file : TransferRun.Prefix.customer) }, values: values,
            failure: failure, errors: errors)
        form.concealed = [Concealed(name: "give", value: "customer")]
        return form
    }

    static func login(at domain: String, as record: RecordedTransfer, values: DeskFields?) -> AnchorForm {
        var form = AnchorForm(
            "log-in", action: DeskPath.anchor(domain) + "/login", button: "Log in",
            "The anchor's challenge is signed by the signer, like a transaction. It moves nothing.", [], values: nil)
        form.concealed = [Concealed(name: "account", value: record.account.address)]
        if let memo = record.memo { form.concealed.append(Concealed(name: "memo-id", value: memo)) }
        return form
    }

    /// The payment of a withdrawal; field names are the options of `coldstar-build withdrawal`.
    static func payment(of record: RecordedTransfer, isFirst: Bool, values: DeskFields?) -> AnchorForm {
        var more: [FormField] = [
            .optional(
                "amount", "Amount", .amount, "If the anchor does not give it, or another one than you asked for."),
            .optional("asset", "Asset", .asset, "native or CODE:ISSUER, if the anchor does not give it."),
            .optional("yes", "Pay another amount than requested", .flag, "Pay what the anchor expects now."),
            .optional("again", "Pay again", .flag, "Even if a payment for it was already submitted from this machine."),
            .optional("source", "From", .account, "Empty: the account of the login."),
        ]
        more += [TermsForm.note, TermsForm.fee, TermsForm.place] + TermsForm.conditions.prefix(1)
        return AnchorForm(
            "withdrawal-payment", action: "/transfers/\(record.number)/payment",
            button: isFirst ? "Build the payment" : "Build it again",
            isFirst
                ? "The payment has the account, amount and memo that the anchor names; they are compared with your request."
                : "A payment was built already: sign and submit that one. Build another only if it is lost or has expired.",
            [],
            more: more, values: values)
    }
}

extension TransferStatus {
    /// What it means, for a page: the next step is a button there, and not a command.
    func pageMeaning(of kind: TransferKind) -> String {
        switch (self, kind) {
        case (.pendingUserTransferStart, .withdrawal): "the anchor waits for your payment: build it here"
        case (.pendingTrust, _): "the account needs a trustline for the asset"
        case (.pendingCustomerInfoUpdate, _): "the anchor needs more about you"
        default: meaning(of: kind) ?? "a status that no SEP names"
        }
    }
}
