// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// An amount as a user gives it.
package enum AmountInput: Hashable, Sendable {
    case exact(Amount)
    /// All that is spendable.
    case max
}

extension AmountInput: TextValue {
    /// - Parameter text: units, exact to 7 decimals, or `max`.
    package init(text: String) throws(Failure) { self = text == "max" ? .max : .exact(try Amount.read(text)) }
}

extension Amount {
    /// The amount, which must be above zero.
    ///
    /// - Parameters:
    ///   - field: the input that gives it, for errors.
    ///   - allowsZero: whether zero is allowed, too.
    package func positive(_ field: FieldID, allowsZero: Bool = false) throws(Failure) -> Amount {
        guard allowsZero ? self >= .zero : self > .zero else {
            throw Failure(.badInput, field, "the amount must be above zero")
        }
        return self
    }
}
