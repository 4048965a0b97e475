// SPDX-License-Identifier: Apache-2.0

import Building
import Faults
import Handoff

/// The form of one operation, or of one use of it.
struct OperationForm: Sendable {
    /// The name of the command of `coldstar-build`, also the last part of the path.
    let name: String
    let title: String
    /// One sentence.
    let summary: String
    let fields: [FormField]
    /// The operation that filled-in fields describe.
    let operation: @Sendable (DeskFields) throws(Failure) -> any OperationInput

    init(
        _ name: String, _ title: String, _ summary: String, _ fields: [FormField],
        _ operation: @escaping @Sendable (DeskFields) throws(Failure) -> any OperationInput
    ) {
        self.name = name
        self.title = title
        self.summary = summary
        self.fields = fields
        self.operation = operation
    }
}

extension DeskFields {
    /// The text of a field that must be filled in.
    func required(_ name: String) throws(Failure) -> String {
        guard let text = self[name] else { throw Failure(.usage, FieldID(name), "this field is required") }
        return text
    }

    /// The first of several fields that is filled in.
    func first(of names: String...) throws(Failure) -> String {
        for name in names.dropLast() { if let text = self[name] { return text } }
        return try required(names[names.count - 1])
    }

    func wire(_ name: String) throws(Failure) -> WireInput { WireInput(Array(try required(name).utf8), origin: nil) }
}
