// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A question that a person answers by typing a value, so that nothing irreversible happens by pressing Enter.
package struct Confirmation: Hashable, Sendable {
    /// Asks for the value, and contains it.
    package let prompt: String
    package let value: String

    init(_ prompt: String, value: String) {
        self.prompt = prompt
        self.value = value
    }

    /// Whether exactly the value was typed.
    package func accepts(_ typed: String) -> Bool { typed == value }

    /// - Throws: `.refused` for anything else than the value.
    package func check(_ typed: String) throws(Failure) {
        guard accepts(typed) else { throw Failure(.refused, "nothing was changed") }
    }

    /// The failure to report if there is no one to ask.
    package static let unanswerable = Failure(
        .refused, "there is no terminal to ask on", hint: "run it at a terminal")
}
