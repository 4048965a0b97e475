// SPDX-License-Identifier: Apache-2.0

import Faults

/// A form, as the template shows it.
struct FormView {
    struct Link {
        let path: String
        let title: String
    }

    let title: String
    let summary: String
    let action: String
    let button: String
    /// Where fields are checked while they are typed; nil for forms that are only checked when they are sent.
    let checks: String?
    let fields: [FieldView]
    let more: [FieldView]
    let hasMore: Bool
    /// Whether the further fields are shown at once, because one of them has a value or an error.
    let isMoreOpen: Bool
    let error: MessageView?
    let accounts: [String]
    let assets: [String]
    /// Related forms.
    let links: [Link]
    let hasFile: Bool

    /// - Parameters:
    ///   - values: what was typed; nil for a new form.
    ///   - failure: why it was not carried out.
    init(
        _ title: String, _ summary: String, action: String, button: String, checks: String? = nil,
        _ fields: [FormField], more: [FormField] = [], values: DeskFields?, failure: Failure?,
        accounts: [String] = [], assets: [String] = [], links: [Link] = []
    ) {
        self.title = title
        self.summary = summary
        self.action = action
        self.button = button
        self.checks = checks
        let fault = failure.map { FieldErrors($0, among: (fields + more).map(\.name)) }
        func view(_ field: FormField) -> FieldView {
            FieldView(field, values, error: fault?.name == field.name ? fault?.text : nil)
        }
        let shown = fields.map(view)
        self.fields = shown
        self.more = more.map(view)
        hasMore = !more.isEmpty
        let initial: Set<String> = ["next", "auto"]
        isMoreOpen = self.more.contains { $0.error != nil || !$0.value.isEmpty && !initial.contains($0.value) }
        error = failure.map { failure in
            guard let fault, fault.name != nil else { return MessageView(failure) }
            return MessageView(
                "\(shown.first { $0.name == fault.name }?.label ?? fault.name ?? ""): \(fault.text)",
                hint: fault.hint)
        }
        self.accounts = accounts
        self.assets = assets
        self.links = links
        hasFile = (fields + more).contains { $0.kind == .file }
    }
}
