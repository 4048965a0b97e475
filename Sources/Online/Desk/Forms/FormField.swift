// SPDX-License-Identifier: Apache-2.0

import Markup

/// A field of a form. Its name is that of the option of `coldstar-build`.
struct FormField: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case text
        /// An address, a contact or a federation name.
        case account
        /// An account, or a key of another kind.
        case signer
        case asset
        case amount
        case number
        /// Several lines.
        case area
        case flag
        case file
        case choice([Choice])
    }

    let name: String
    var label: String
    let kind: Kind
    var help: String
    var isRequired = true
    /// The value of a new form.
    var initial = ""

    init(_ name: String, _ label: String, _ kind: Kind, _ help: String, isRequired: Bool = true, initial: String = "") {
        self.name = name
        self.label = label
        self.kind = kind
        self.help = help
        self.isRequired = isRequired
        self.initial = initial
    }

    static func optional(_ name: String, _ label: String, _ kind: Kind, _ help: String) -> FormField {
        FormField(name, label, kind, help, isRequired: false)
    }
}

/// A field of a form with its value.
struct FieldView {
    let field: FormField
    /// Unique on the page.
    let id: String
    let value: String
    let error: String?

    var name: String { field.name }
    var label: String { field.label }

    /// - Parameters:
    ///   - fields: nil for a new form.
    ///   - id: nil for the name.
    init(_ field: FormField, _ fields: DeskFields?, error: String?, id: String? = nil) {
        self.field = field
        self.id = id ?? field.name
        self.error = error
        value = fields.map { $0[field.name] ?? "" } ?? field.initial
    }

    /// Whether something is typed into it, in one line.
    var isInput: Bool {
        switch field.kind {
        case .text, .account, .signer, .asset, .amount, .number: true
        case .area, .flag, .file, .choice: false
        }
    }

    var html: HTML {
        tag(.div, .class("field")) {
            if field.kind != .flag {
                tag(.label, .for(id)) {
                    label
                    if !field.isRequired {
                        " "
                        tag(.span, .class("optional")) { "optional" }
                    }
                }
            }
            control
            tag(.p, .class("help"), .id("\(id)-help")) { field.help }
            tag(
                .p, .class(error == nil ? "check" : "check tone-bad"), .id("\(id)-check"),
                .data("check-for", name), .aria("live", "polite")
            ) { error ?? "" }
        }
    }

    private var control: HTML {
        let describedBy = Attribute.aria("describedby", "\(id)-help \(id)-check")
        let required = field.isRequired ? Attribute.required : nil
        let invalid = error == nil ? nil : Attribute.aria("invalid", "true")
        switch field.kind {
        case .text, .account, .signer, .asset, .amount, .number:
            return tag(
                .input, .id(id), .name(name), .value(value), required, suggestions, inputMode, .noAutocomplete,
                .noCapitals, .noSpellcheck, describedBy, invalid)
        case .area:
            return tag(
                .textarea, .id(id), .name(name), .rows(3), required, .noCapitals, .noSpellcheck, describedBy, invalid
            ) { value }
        case .file: return tag(.input, .id(id), .type("file"), .name(name), required, describedBy)
        case .flag:
            return tag(.label, .class("flag")) {
                tag(
                    .input, .type("checkbox"), .id(id), .name(name), .value("on"), value.isEmpty ? nil : .checked,
                    .aria("describedby", "\(id)-help"))
                " \(label)"
            }
        case .choice(let choices):
            return tag(.select, .id(id), .name(name), describedBy) {
                for choice in choices {
                    Choice(value: choice.value, label: choice.label, isSelected: choice.value == value).html
                }
            }
        }
    }

    /// The list of suggestions.
    private var suggestions: Attribute? {
        switch field.kind {
        case .account, .signer: .list("accounts")
        case .asset: .list("assets")
        default: nil
        }
    }

    /// The keyboard of a phone.
    private var inputMode: Attribute? {
        switch field.kind {
        case .amount: .inputMode("decimal")
        case .number: .inputMode("numeric")
        default: nil
        }
    }
}

extension [FieldView] {
    var html: HTML { HTML { for field in self { field.html } } }

    /// Further fields, behind a line that opens them.
    func more(isOpen: Bool) -> HTML {
        HTML {
            if !isEmpty {
                tag(.details, .class("more"), isOpen ? .open : nil) {
                    tag(.summary) { "More options" }
                    html
                }
            }
        }
    }
}
