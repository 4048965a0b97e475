// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import Stellar

/// A detail of a transfer that the user is asked for.
package struct TransferQuestion: Sendable {
    package enum Subject: Hashable, Sendable {
        case asset
        /// Whether the data are given here (SEP-6) or on the anchor's page (SEP-24).
        case `protocol`
        /// How much; with the anchor's limits as text.
        case amount(limits: String?)
        /// How the money comes or goes outside the network.
        case method(TransferKind)
        /// A further field of the anchor's.
        case field(String)
        /// A field whose value was given before and is not stored.
        case forgottenField(String)
    }

    package let subject: Subject
    /// What it is, as the anchor describes it.
    package let about: String
    /// The accepted values, the usual one first; empty when any is.
    package let choices: [String]
    package let isOptional: Bool
    /// The value that an empty answer means; nil for none.
    package var usual: String? {
        switch subject {
        case .asset, .protocol, .method: choices.first
        case .amount, .field, .forgottenField: nil
        }
    }
    /// What is asked for, in a few words; for a field its name.
    package var label: String {
        switch subject {
        case .asset: "asset"
        case .protocol: "here (sep6) or on the anchor's page (sep24)"
        case .amount(let limits): "amount" + (limits.map { " (\($0))" } ?? "")
        case .method(let kind): "how the money \(kind == .deposit ? "comes" : "goes")"
        case .field(let name), .forgottenField(let name): name
        }
    }

    /// The input that answers it; nil for a further field of the anchor's.
    package var field: FieldID? {
        switch subject {
        case .asset: .asset
        case .protocol: .transferProtocol
        case .amount: .amount
        case .method: .valueType
        case .field, .forgottenField: nil
        }
    }

    /// Whether a value was given before, and is needed again because it is not stored.
    package var isAskedAgain: Bool { if case .forgottenField = subject { true } else { false } }

    private let rule: @Sendable (String) -> FieldObjection?

    init(
        _ subject: Subject, about: String = "", choices: [String] = [], isOptional: Bool = false,
        _ rule: @escaping @Sendable (String) -> FieldObjection? = { _ in nil }
    ) {
        self.subject = subject
        self.about = about
        self.choices = choices
        self.isOptional = isOptional
        self.rule = rule
    }

    /// The answer that a text means: the text itself, or the usual value for none.
    ///
    /// - Throws: `.badInput` for a value that is not accepted.
    func answer(_ text: String?) throws(Failure) -> String? {
        guard let value = text ?? usual else {
            guard isOptional else { throw Failure(.badInput, Wording(FieldObjection.missing.message)) }
            return nil
        }
        if let objection = objection(to: value) { throw Failure(.badInput, Wording(objection.message)) }
        return value
    }

    /// Why a value is not accepted; nil when it is.
    package func objection(to value: String) -> FieldObjection? {
        choices.isEmpty || choices.contains(value) ? rule(value) : .choice(among: [])
    }
}

/// Details of a transfer that the anchor asks for again.
struct FieldUpdate {
    let transfer: Transfer
    private(set) var fields: [(name: String, value: String)]
    private let names: [String]

    /// - Parameter fields: values that were given beforehand; only those that are asked for are sent.
    init(_ transfer: Transfer, given fields: [(name: String, value: String)]) {
        self.transfer = transfer
        names = transfer.requiredFields
        let names = names
        self.fields = fields.filter { names.contains($0.name) }
    }

    /// The next detail to ask for; nil when all are known.
    var question: TransferQuestion? { questions.first }

    /// All details that are not known yet.
    var questions: [TransferQuestion] {
        names.filter { name in !fields.contains { $0.name == name } }.map { name in
            TransferQuestion(.field(name)) { CustomerField.objection(to: $0, of: name) }
        }
    }

    mutating func answer(_ text: String?) throws(Failure) {
        guard let question, case .field(let name) = question.subject, let value = try question.answer(text) else {
            return
        }
        fields.append((name, value))
    }
}
