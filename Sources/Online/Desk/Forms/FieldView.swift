// SPDX-License-Identifier: Apache-2.0

/// A field of a form with its value, as the template shows it.
struct FieldView {
    struct Option {
        let value: String
        let label: String
        let isSelected: Bool
    }

    /// Unique on the page.
    let id: String
    let name: String
    let label: String
    let help: String
    let value: String
    let isRequired: Bool
    let isInput: Bool
    let isArea: Bool
    let isFlag: Bool
    let isFile: Bool
    let isChoice: Bool
    let isChecked: Bool
    let options: [Option]
    /// The list of suggestions: `accounts` or `assets`.
    let list: String?
    /// `decimal` or `numeric`: the keyboard of a phone.
    let inputMode: String?
    let error: String?

    /// - Parameters:
    ///   - fields: nil for a new form.
    ///   - id: nil for the name.
    init(_ field: FormField, _ fields: DeskFields?, error: String?, id: String? = nil) {
        self.id = id ?? field.name
        name = field.name
        label = field.label
        help = field.help
        isRequired = field.isRequired
        self.error = error
        let text = fields.map { $0[field.name] ?? "" } ?? field.initial
        value = text
        var (options, isOf) = ([Option](), (input: true, area: false, flag: false, file: false, choice: false))
        switch field.kind {
        case .area:
            isOf.input = false
            isOf.area = true
        case .flag:
            isOf.input = false
            isOf.flag = true
        case .file:
            isOf.input = false
            isOf.file = true
        case .choice(let choices):
            isOf.input = false
            isOf.choice = true
            options = choices.map { Option(value: $0.value, label: $0.label, isSelected: $0.value == text) }
        case .text, .account, .signer, .asset, .amount, .number: break
        }
        self.options = options
        (isInput, isArea, isFlag, isFile, isChoice) = (isOf.input, isOf.area, isOf.flag, isOf.file, isOf.choice)
        isChecked = isFlag && !text.isEmpty
        list = field.kind == .account || field.kind == .signer ? "accounts" : field.kind == .asset ? "assets" : nil
        inputMode = field.kind == .amount ? "decimal" : field.kind == .number ? "numeric" : nil
    }
}
