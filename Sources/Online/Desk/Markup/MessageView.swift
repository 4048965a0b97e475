// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Markup

/// A sentence that says what is wrong, and what to do.
struct MessageView: Hashable, Sendable {
    let text: String
    let hint: LinkedText?
    /// Such as every faulty line of a table.
    let details: [String]

    init(_ text: String, hint: Wording? = nil) {
        self.text = text
        self.hint = hint.map { LinkedText($0) }
        details = []
    }

    init(_ failure: Failure) {
        text = failure.wording.pageText
        hint = failure.hint.map { LinkedText($0) }
        details = failure.details.map(\.wording.pageText)
    }

    var html: HTML {
        tag(.div, .class("notice tone-bad"), .role("alert"), .test("error")) {
            tag(.p) { text }
            if let hint { tag(.p, .class("hint")) { hint.html } }
            for detail in details { tag(.p, .class("detail")) { detail } }
        }
    }

    /// How something ended.
    func outcome(_ tone: TextTone) -> HTML {
        tag(.div, .class("notice tone-\(tone.name)"), .role("status"), .test("outcome")) {
            tag(.p) { text }
            if let hint { tag(.p, .class("hint")) { hint.html } }
        }
    }
}

extension DeskGuard.AccessError {
    /// The pages, made once: anyone can ask for them as often as they like.
    static let pages: [DeskGuard.AccessError: HTML] = Dictionary(
        uniqueKeysWithValues: allCases.map { refusal in
            let (text, advice) = refusal.text
            return (refusal, PageFrame.refusal(text, advice: advice))
        })

    /// Why the desk does not answer, and what to do.
    private var text: (text: String, advice: String) {
        switch self {
        case .host:
            (
                "This address is not the desk's.",
                "Open the address that the desk printed; it begins with http://127.0.0.1."
            )
        case .otherSite:
            (
                "Another web page made this request, and it was not carried out.",
                "If you followed a link to the desk, type the address yourself."
            )
        case .method: ("The desk does not take requests of this kind.", "Go back to the page you came from.")
        case .key:
            (
                "This browser has no access to the desk.",
                "Open the address with the key that the desk printed when it was started, or press Enter in its terminal for a new one."
            )
        case .keyUsed:
            (
                "The key in this address was used before: it admits one browser, once.",
                "Use the browser that was opened first, or press Enter in the terminal of the desk for a new key."
            )
        case .token:
            (
                "This form is from an earlier run of the desk, and it was not carried out.",
                "Go back, load the page again, and send the form once more."
            )
        }
    }
}

/// Text of the libraries as a page shows it: inputs by the labels of their fields, actions that have a page as links to
/// it.
struct LinkedText: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        let text: String
        /// Where the text leads; nil for plain text.
        let path: String?
    }

    let spans: [Span]

    init(_ wording: Wording) {
        spans = wording.parts.map { part in
            switch part {
            case .text(let text): Span(text: text, path: nil)
            case .field(let field, let value): Span(text: DeskStyle().text(of: field, value: value), path: nil)
            case .step(let step): Span(text: DeskStyle().text(of: step), path: DeskPath.page(of: step))
            }
        }
    }

    var html: HTML {
        HTML {
            for span in spans {
                if let path = span.path { tag(.a, .href(Href(path))) { span.text } } else { span.text }
            }
        }
    }
}

/// Inputs by the labels of the desk's fields, actions in words.
struct DeskStyle: WordingStyle {
    private static let labels = Dictionary(
        OperationSpec.groups.flatMap(\.specs).flatMap(\.fields).map { ($0.id.name, $0.label) }
            + (OperationForm.ownFields + TermsForm.main + TermsForm.more).map { ($0.name, $0.label) },
        uniquingKeysWith: { first, _ in first })

    func text(of field: FieldID, value: String?) -> String {
        let label = field.form == .words ? field.plain : Self.labels[field.name].map { "\"\($0)\"" } ?? field.plain
        return label + (value.map { " \($0)" } ?? "")
    }

    func text(of step: NextStep) -> String {
        switch step {
        // No page has a field for them.
        case .give(let field) where field == .horizonURL || field == .rpcURL:
            "start the desk with --\(field.name) URL"
        case .give(let field): "give \(text(of: field, value: nil))"
        default: step.title
        }
    }
}

extension Wording {
    /// The text on a page, without links.
    var pageText: String { text(in: DeskStyle()) }
}

extension DeskPath {
    /// The page on which an action is done; nil for one that is not done on a page, such as what the signer does.
    static func page(of step: NextStep) -> String? {
        switch step {
        case .build(let step): page(of: step)
        case .submit(let step): page(of: step)
        case .sign, .give: nil
        case .scan: "/scan"
        case .anchor(let step): page(of: step)
        }
    }

    private static func page(of step: NextStep.BuildStep) -> String? {
        switch step {
        case .payment: "/pay"
        case .request: "/operation"
        case .createAccount: "/operation/create-account"
        case .fund(let account): account.map { "/accounts/\($0)" } ?? "/accounts"
        case .addTrustline(let account, let asset): form("/trust", ["source": account, "asset": asset])
        case .setOptions: "/operation/set-options"
        case .makeRevocable: form("/operation/set-options", ["set-flags": "auth_revocable"])
        case .endSponsoring(let account):
            form("/operation/end-sponsoring-future-reserves", ["operation-source": account])
        case .batch, .batchWithChannels: "/batch"
        case .cancel(let hash): hash.map { "/requests/\($0)" } ?? "/requests"
        case .forgetRequest(let hash), .rebuild(let hash), .repeated(let hash): "/requests/\(hash)"
        case .challenge: "/anchors"
        case .listContacts, .importContacts, .exportContacts: "/contacts"
        case .lookUpAccount: "/accounts"
        case .lookUpPaths: "/swap"
        case .restoreEntries(let account, let data):
            form("/operation/restore-footprint", ["source": account, "soroban-data": data])
        case .tokenTransfer, .invoke, .requestEntries, .writeText, .compose, .convert, .setAccount, .importContracts,
            .proveKey,
            .lookUpContract, .lookUpToken, .lookUpTransaction:
            nil
        }
    }

    private static func page(of step: NextStep.SubmitStep) -> String? {
        switch step {
        case .send, .check, .merge, .listSignatures: "/requests"
        case .resume: "/"
        case .status: "/history"
        case .authorize: "/scan"
        case .logIn: "/anchors"
        case .listRampSessions, .rampStatus: "/ramp"
        case .dropSurplus, .logInShowingToken, .setProfile: nil
        }
    }

    private static func page(of step: NextStep.AnchorStep) -> String? {
        switch step {
        case .info(let reference), .listTransactions(let reference, _), .quote(let reference, _, _, _),
            .giveCustomerFields(let reference, _, _), .logIn(let reference):
            anchor(reference.homeDomain)
        case .resume(let number, _), .watch(_, .number(let number)), .payWithdrawal(_, .number(let number)):
            "/transfers/\(number)"
        case .watch(let reference, .id), .payWithdrawal(let reference, .id): anchor(reference.homeDomain)
        case .exchangePrice, .showCustomer, .listTransfers, .payAnyWithdrawal: "/anchors"
        }
    }

    /// A form with fields that are filled in already.
    private static func form(_ path: String, _ fields: KeyValuePairs<String, String?>) -> String {
        let query = fields.compactMap { name, value in value.map { "\(name)=\(PercentText.encode($0))" } }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }
}
