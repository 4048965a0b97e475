// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// The sequence number of a new transaction, or of the first of several.
package enum SequenceChoice: Hashable, Sendable {
    /// The account's next one, even if a request that is not submitted yet has it too.
    case next
    /// After all pending transactions: those that were signed or submitted.
    case afterPending
    /// After all pending transactions and all drafts that are still valid.
    case afterDrafts
    /// This one. The network is not used then.
    case number(SequenceNumber)

    /// The choice that texts describe.
    package init(_ texts: FieldTexts) throws(Failure) {
        let place: SequenceChoice =
            texts.isOn(.afterDrafts) ? .afterDrafts : texts.isOn(.afterPending) ? .afterPending : .next
        guard let number: SequenceNumber = try texts.optional(.sequence) else {
            self = place
            return
        }
        guard place == .next else {
            throw Failure(
                .usage,
                "\(field: .sequence) cannot be combined with \(field: place == .afterDrafts ? .afterDrafts : .afterPending)"
            )
        }
        self = .number(number)
    }

    /// The number that the user gave; nil if it is to be found.
    package var number: SequenceNumber? { if case .number(let number) = self { number } else { nil } }

    /// The number that the user gave, which a new transaction can have.
    func validNumber() throws(Failure) -> SequenceNumber? {
        guard let number else { return nil }
        guard number > 0 else { throw Failure(.badInput, .sequence, "must be above zero") }
        return number
    }

    /// Whether the number comes after others.
    var waits: Bool { self == .afterPending || self == .afterDrafts }
}
