// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A field with its value from a text `name=value`.
package struct FieldArgument: Sendable {
    package let name: String
    package let value: String

    /// - Parameter field: the input that was given, for errors.
    package init(
        _ text: String, _ field: FieldID = .field, like example: String = "first_name=Ada"
    ) throws(Failure) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Failure(.usage, "\(field: field) takes name=value, for example \(example)")
        }
        name = String(text[..<equals])
        value = String(text[text.index(after: equals)...])
    }
}
