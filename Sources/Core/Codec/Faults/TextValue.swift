// SPDX-License-Identifier: Apache-2.0

/// A value that people write as text. Front ends parse the text, in one place each; libraries take the value.
package protocol TextValue: Sendable {
    /// What is wrong with a text. It names no input, because the text does not know which one it is for.
    associatedtype TextError: Fault

    init(text: String) throws(TextError)
}

extension TextValue {
    /// The value that a text stands for, with the failure to report where no input is to be named.
    package static func read(_ text: String) throws(Failure) -> Self {
        do { return try Self(text: text) } catch { throw Failure(error) }
    }
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

/// A duration in whole seconds.
package struct TimeSpan: Hashable, Sendable {
    package let seconds: UInt64

    /// Ten years: the longest that a user can write.
    package static let longest = TimeSpan(seconds: 10 * 365 * 86_400)

    package init(seconds: UInt64) { self.seconds = seconds }

    /// A duration for people: seconds below two minutes, minutes below two hours, else hours and minutes.
    package static func text(seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
    }
}
