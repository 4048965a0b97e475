// SPDX-License-Identifier: Apache-2.0

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
    let label: String
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
