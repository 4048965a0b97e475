// SPDX-License-Identifier: Apache-2.0

/// A value that people write as text. Front ends parse the text, in one place each; libraries take the value.
package protocol TextValue: Sendable {
    /// - Throws: what is wrong with the text. The error names no input, because the text does not know which one it is for.
    init(text: String) throws(Failure)
}

extension FieldID {
    /// The value that a text stands for in this input.
    ///
    /// - Throws: what is wrong with the text, with this input.
    package func value<Value: TextValue>(of text: String, as type: Value.Type = Value.self) throws(Failure) -> Value {
        do { return try Value(text: text) } catch { throw Failure(error, self) }
    }

    /// As `value(of:as:)`, for an input that may be left out.
    package func optionalValue<Value: TextValue>(
        of text: String?, as type: Value.Type = Value.self
    ) throws(Failure) -> Value? {
        guard let text else { return nil }
        return try value(of: text, as: type)
    }
}
