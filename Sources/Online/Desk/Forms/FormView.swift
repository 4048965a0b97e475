// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup

/// A form that fills a page.
struct FormView {
    let summary: String
    let action: String
    let button: String
    /// Where fields are checked while they are typed; nil for forms that are only checked when they are sent.
    let checks: String?
    let fields: [FieldView]
    let more: [FieldView]
    /// Whether the further fields are shown at once, because one of them has a value or an error.
    let isMoreOpen: Bool
    let error: MessageView?
    let accounts: [String]
    let assets: [String]

    /// - Parameters:
    ///   - values: what was typed; nil for a new form.
    ///   - failure: why it was not carried out.
    init(
        _ summary: String, action: String, button: String, checks: String? = nil,
        _ fields: [FormField], more: [FormField] = [], values: DeskFields?, failure: Failure?,
        accounts: [String] = [], assets: [String] = []
    ) {
        self.summary = summary
        self.action = action
        self.button = button
        self.checks = checks
        let name = failure?.field(among: fields + more)
        let reason = failure?.reason.pageText
        // A payment link says them, and the browser must not ask for what stays empty.
        let said: Set<String> = values?["link"] == nil ? [] : ["destination", "asset", "amount"]
        func view(_ field: FormField) -> FieldView {
            var field = field
            if said.contains(field.name) { field.isRequired = false }
            return FieldView(field, values, error: name == field.name ? reason : nil)
        }
        self.fields = fields.map(view)
        self.more = more.map(view)
        let shown = self.fields + self.more
        // An automatic fee is what an empty one is.
        isMoreOpen = self.more.contains { view in
            view.error != nil || !view.value.isEmpty && view.value != view.field.initial && view.value != "auto"
        }
        error = failure.map { failure in
            guard let field = shown.first(where: { $0.name == name }), let reason else { return MessageView(failure) }
            return MessageView("\(field.label): \(reason)", hint: failure.hint)
        }
        self.accounts = accounts
        self.assets = assets
    }

    /// - Parameter inside: what stands before the fields.
    func html(token: String, @HTMLBuilder inside: () -> HTML = { HTML {} }) -> HTML {
        let hasFile = (fields + more).contains { $0.field.kind == .file }
        return postForm(
            Href(action), token: token, .class("card"), checks.map { .data("checks", Href($0)) },
            hasFile ? .multipart : nil, hasFile ? .data("drop") : nil
        ) { content(inside) }
    }

    /// A form that changes nothing: what is typed stands in the address of the page that it leads to.
    var asQuery: HTML { tag(.form, .get, .action(Href(action)), .class("card")) { content {} } }

    private func content(@HTMLBuilder _ inside: () -> HTML) -> HTML {
        HTML {
            tag(.p, .class("summary")) { summary }
            error?.html
            inside()
            fields.html
            more.more(isOpen: isMoreOpen)
            tag(.div, .class("check-results"), .data("checks-result"), .aria("live", "polite"))
            actions { submitButton(button, .class("primary")) }
            suggestions("accounts", accounts)
            suggestions("assets", assets)
        }
    }
}

extension Failure {
    /// The name of the form's field that it is about; nil if it is about none of them.
    func field(among fields: [FormField]) -> String? {
        guard let field, field.form == .named, fields.contains(where: { $0.name == field.name }) else { return nil }
        return field.name
    }
}
