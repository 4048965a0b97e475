// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec

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
