// SPDX-License-Identifier: Apache-2.0

package import Codec

/// What a person filled in: the texts of options or of a form, by field. A front end makes it, and each text becomes a value here.
package struct FieldTexts: Sendable {
    private var texts: [FieldID: [String]] = [:]
    private var documents: [FieldID: [InputDocument]] = [:]

    package init() {}

    /// The only text of a field; nil if it was left out.
    package subscript(field: FieldID) -> String? {
        get { texts[field]?.last }
        set { texts[field] = newValue.map { [$0] } }
    }

    /// All texts of a field that takes several.
    package func all(_ field: FieldID) -> [String] { texts[field] ?? [] }

    package mutating func set(_ field: FieldID, _ values: [String]) { texts[field] = values }

    /// Adds a document: a value that is longer than what people type, with where it came from.
    package mutating func add(_ field: FieldID, _ document: InputDocument) {
        documents[field, default: []].append(document)
    }

    /// Sets a switch.
    package mutating func set(_ field: FieldID, isOn: Bool) { texts[field] = isOn ? [""] : nil }

    package func isOn(_ field: FieldID) -> Bool { texts[field] != nil }

    // MARK: values

    /// The text of a field that has to be filled in.
    package func required(_ field: FieldID) throws(Failure) -> String {
        guard let text = self[field] else { throw Failure(.usage, field, "this field is required") }
        return text
    }

    /// The value of a field that has to be filled in.
    package func value<Value: TextValue>(_ field: FieldID, as _: Value.Type = Value.self) throws(Failure) -> Value {
        try field.value(of: try required(field))
    }

    /// The value of a field; nil if it was left out.
    package func optional<Value: TextValue>(
        _ field: FieldID, as _: Value.Type = Value.self
    ) throws(Failure) -> Value? { try field.optionalValue(of: self[field]) }

    /// The values of a field that takes several.
    package func values<Value: TextValue>(_ field: FieldID, as _: Value.Type = Value.self) throws(Failure) -> [Value] {
        try all(field).map { text throws(Failure) in try field.value(of: text) }
    }

    /// The document of a field that has to be filled in.
    package func document(_ field: FieldID) throws(Failure) -> InputDocument {
        guard let document = documents[field]?.last else { throw Failure(.usage, field, "this field is required") }
        return document
    }

    package func documents(_ field: FieldID) -> [InputDocument] { documents[field] ?? [] }
}
