// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Markup

/// A field that an anchor asks for.
struct FieldAsk: Hashable, Sendable {
    let name: String
    let about: String
    let choices: [String]
    let isOptional: Bool
    let isFile: Bool

    init(_ question: CustomerQuestion) {
        name = question.name
        about = [question.about, question.error.map { "not accepted: \($0)" } ?? ""].filter { !$0.isEmpty }
            .joined(separator: "; ")
        (choices, isOptional, isFile) = (question.choices, question.isOptional, question.isFile)
    }

    init(_ question: TransferQuestion) {
        (name, about, choices) = (question.label, question.about, question.choices)
        (isOptional, isFile) = (question.isOptional, false)
    }

    /// - Parameter prefix: of the field's name in the form.
    func field(_ prefix: String) -> FormField {
        let kind: FormField.Kind =
            if isFile { .file } else if choices.isEmpty { .text } else {
                .choice(
                    (isOptional ? [Choice(value: "", label: "none")] : [])
                        + choices.map { Choice(value: $0, label: ShownText.of($0)) })
            }
        return FormField(
            prefix + name, ShownText.of(name), kind, ShownText.of(about), isRequired: !isOptional)
    }
}

/// A form on a page with several.
struct AnchorForm {
    /// A field that is not shown.
    struct Concealed {
        let name: String
        let value: String
    }

    let action: String
    let button: String
    let summary: String
    /// For tests.
    let name: String
    var concealed: [Concealed] = []
    let fields: [FieldView]
    let more: [FieldView]
    let isMoreOpen: Bool
    let error: MessageView?
    /// What the user agrees to.
    var terms: [ReportView.Fact] = []

    /// - Parameters:
    ///   - name: unique on the page.
    ///   - values: what was typed; nil for a new form.
    ///   - errors: by field.
    init(
        _ name: String, action: String, button: String, _ summary: String, _ fields: [FormField],
        more: [FormField] = [], values: DeskFields?, failure: Failure? = nil, errors: [String: String] = [:]
    ) {
        self.name = name
        self.action = action
        self.button = button
        self.summary = summary
        var errors = errors
        var message = failure.map { MessageView($0) }
        if let failure {
            if let name = failure.field(among: fields + more) {
                let reason = failure.reason.pageText
                errors[name] = reason
                let label = (fields + more).first { $0.name == name }?.label ?? name
                message = MessageView("\(label): \(reason)", hint: failure.hint)
            }
        } else if !errors.isEmpty {
            message = MessageView("Some fields need another value.")
        }
        error = message
        func view(_ index: Int, _ field: FormField) -> FieldView {
            FieldView(field, values, error: errors[field.name], id: "\(name)-\(index)")
        }
        self.fields = fields.enumerated().map { view($0, $1) }
        self.more = more.enumerated().map { view(fields.count + $0, $1) }
        isMoreOpen = self.more.contains { $0.error != nil || !$0.value.isEmpty && $0.isInput }
    }

    func html(token: String) -> HTML {
        let hasFile = (fields + more).contains { $0.field.kind == .file }
        return postForm(Href(action), token: token, .id(name), .test(name), hasFile ? .multipart : nil) {
            if !summary.isEmpty { tag(.p, .class("summary")) { summary } }
            error?.html
            if !terms.isEmpty { terms.html("review") }
            for field in concealed { hidden(field.name, field.value) }
            fields.html
            more.more(isOpen: isMoreOpen)
            actions { submitButton(button, .class("primary")) }
        }
    }
}
