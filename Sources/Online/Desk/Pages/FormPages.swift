// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff
import Journal
import Markup
import Stellar
import StellarXDR
import Submitting
import Workspace

/// The forms that build a transaction of one operation.
extension Desk {
    /// The form that a path shows; nil if it shows none.
    func form(at path: [String]) -> OperationForm? {
        switch path {
        case ["pay"]: .payment
        case ["swap"]: .strictSend
        case ["swap", "receive"]: .strictReceive
        case ["trust"]: .trustAdd
        case ["trust", "remove"]: .trustRemove
        case _ where path.count == 2 && path[0] == "operation": .named(path[1])
        default: nil
        }
    }

    func operationsPage() -> DeskResponse {
        page("Operations", in: "operation") {
            related { tag(.a, .href("/signers")) { "Who may sign for an account" } }
            for (heading, forms) in OperationForm.groups {
                tag(.section, .class("card")) {
                    tag(.h2) { heading }
                    tag(.ul, .class("operations-list")) {
                        for form in forms {
                            tag(.li) {
                                tag(.a, .href("/operation/\(form.name)")) { form.title }
                                " "
                                tag(.span) { form.summary }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A form.
    ///
    /// - Parameters:
    ///   - values: what was typed, or what a link proposes; nil for a new form.
    ///   - failure: why it was not carried out.
    func formPage(
        _ form: OperationForm, at path: [String], values: DeskFields?, failure: Failure? = nil
    ) throws(Failure) -> DeskResponse {
        let names = try suggestions()
        let given = values ?? DeskFields()
        var values = values
        if failure == nil, given["source"] == nil, let source = names.source {
            values = (values ?? initial(form)).setting("source", source)
        }
        let action = "/" + path.joined(separator: "/")
        let view = FormView(
            form.summary, action: action, button: "Build the request", checks: action + "/check",
            form.fields + TermsForm.main, more: TermsForm.more, values: values, failure: failure,
            accounts: names.accounts, assets: names.assets)
        return page(form.title, in: path.first, status: failure.map(Self.status(of:)) ?? 200) {
            view.html(token: token)
            related {
                for link in links(from: path) {
                    tag(.a, .href(Href(link.path))) { link.title }
                    " "
                }
            }
        }
    }

    private func initial(_ form: OperationForm) -> DeskFields {
        DeskFields((form.fields + TermsForm.main + TermsForm.more).map { ($0.name, $0.initial) })
    }

    /// Related forms.
    private func links(from path: [String]) -> [(path: String, title: String)] {
        let all: [(path: String, title: String)] =
            switch path.first {
            case "swap": [("/swap", "Swap a fixed amount"), ("/swap/receive", "Swap for a fixed amount")]
            case "trust": [("/trust", "Add a trustline"), ("/trust/remove", "Remove a trustline")]
            case "pay": [("/batch", "Pay many at once"), ("/operation/create-account", "Create an account")]
            case "operation": [("/operation", "All operations")]
            default: []
            }
        let own = "/" + path.joined(separator: "/")
        return all.filter { $0.path != own }
    }

    /// Names for accounts and assets, and the account to begin with.
    func suggestions() throws(Failure) -> (accounts: [String], assets: [String], source: String?) {
        let contacts = try contacts()
        let own = try ownAccounts(contacts)
        let names = Contacts.names(of: contacts)
        let accounts = contacts.map(\.name) + own.filter { names[$0] == nil }.map(\.address)
        let assets = ["XLM"] + KnownAsset.on(network).map(\.text)
        return (accounts, assets, settings.account ?? (own.count == 1 ? own.first?.address : nil))
    }

    /// The user's own accounts: of the journal, of a signing device, and of the settings.
    func ownAccounts(_ contacts: [Contact]) throws(Failure) -> [AccountID] {
        try OwnAccounts.all(
            in: try existingJournal(), on: network, contacts: contacts, setting: settings.account)
    }

    // MARK: building

    /// Builds the request that a form describes, records it and shows its page.
    func build(_ form: OperationForm, at path: [String], _ fields: DeskFields) throws(Failure) -> DeskResponse {
        do throws(Failure) {
            return try build(try job(.operation(try form.operation(fields, form.texts(fields))), fields))
        } catch {
            return try formPage(form, at: path, values: fields, failure: error)
        }
    }

    /// Builds a request, records it and shows its page.
    ///
    /// - Parameter showsFacts: whether the page shows what a user compares.
    func build(_ job: some RequestJob, showsFacts: Bool = false) throws(Failure) -> DeskResponse {
        var found: [Notice] = []
        let built = try job.record { found.append($0) }
        notices.keep(showsFacts ? found + built.facts : found, of: built.hash)
        changes.post()
        return .seeOther("/requests/\(built.hash.hex)")
    }

    func job(_ subject: BuildJob.Subject, _ fields: DeskFields) throws(Failure) -> BuildJob {
        if fields["append-to"] == nil { _ = try fields.required("source") }
        return BuildJob(try parameters(fields), subject)
    }

    /// - Parameter texts: what the fields say of the transaction; nil if nothing of it was read yet.
    func parameters(_ fields: DeskFields, _ texts: FieldTexts? = nil) throws(Failure) -> TransactionParameters {
        var wanted = TransactionParameters(context: context, network: choice, now: now)
        wanted.earlier = try fields["append-to"].map { text throws(Failure) in
            try UnsignedTransaction(
                try TransactionInput(Array(text.utf8), origin: "the transaction to append to", isText: true), choice)
        }
        try wanted.fill(texts ?? fields.terms)
        return wanted
    }

    // MARK: checks while typing

    /// What can be said about a form that is being filled in. Nothing is recorded.
    func check(_ form: OperationForm, _ fields: DeskFields) -> DeskResponse {
        var told: [String: JSON] = [:]
        var texts = form.texts(fields)
        let all = form.fields + TermsForm.main + TermsForm.more
        var named: [(field: FormField, text: String, account: Result<AccountReference?, Failure>)] = []
        for field in all where field.kind == .account || field.kind == .signer {
            guard let text = fields[field.name] else { continue }
            // A signer that is a key of another kind is no account to find.
            if field.kind == .signer, (try? SignerKey(address: text)) != nil { continue }
            let account = Result { () throws(Failure) in
                try texts.readAhead(FieldID(field.name), as: AccountReference.self)
            }
            named.append((field, text, account))
        }
        let parameters = Result { () throws(Failure) in try self.parameters(fields, texts) }
        var finder = (try? parameters.get())?.finder ?? AccountFinder(context)
        for (field, text, account) in named {
            do throws(Failure) {
                guard let account = try account.get() else { continue }
                let found = try finder.find(account, FieldID(field.name))
                guard found.origin != .address else { continue }
                let memo = found.memo == .none ? "" : ", memo \(found.memo.shown)"
                told[field.name] = Self.told(.good, "\(text) is \(found.account.address)\(memo)")
            } catch {
                told[field.name] = Self.told(.bad, error.reason.pageText)
            }
        }
        let isComplete = all.allSatisfy { !$0.isRequired || fields[$0.name] != nil || $0.kind.isChoice }
        var notices: [JSON] = []
        if isComplete, told.values.allSatisfy({ $0["tone"]?.asString != "bad" }) {
            do throws(Failure) {
                var found: [Notice] = []
                let input = try form.operation(fields, texts)
                var wanted = try parameters.get()
                wanted.finder = finder
                let built = try BuildJob(wanted, .operation(input)).preview { found.append($0) }
                for notice in found + built.facts {
                    if let json = Self.told(notice) { notices.append(json) }
                }
            } catch {
                let hint = error.hint.map { " (\($0.pageText))" } ?? ""
                if let name = error.field(among: all) {
                    told[name] = Self.told(.bad, error.reason.pageText + hint)
                } else {
                    notices.append(Self.told(.bad, error.wording.pageText + hint))
                }
            }
        }
        return .json([
            "fields": .object(JSONObject(told.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })),
            "notices": .array(notices),
        ])
    }

    private static func told(_ tone: TextTone, _ text: String) -> JSON {
        ["tone": .string(tone.name), "text": .string(text)]
    }

    /// What a notice says while typing: nil for what is only known once the request exists.
    private static func told(_ notice: Notice) -> JSON? {
        let text = notice.text.pageText
        switch (notice.severity, notice.code) {
        case (.fact, .hash), (.fact, .words), (.fact, .network), (.fact, .sequence): return nil
        case (.fact, _): return told(.neutral, "\(notice.label) \(text)")
        case (.note, _), (.plain, _): return told(.neutral, text)
        case (.warning, _): return told(.attention, text)
        }
    }
}

extension FormField.Kind {
    fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
}
