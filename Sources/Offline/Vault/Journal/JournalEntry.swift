// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// One line of the signer's journal.
package enum JournalEntry: Hashable, Sendable {
    case intent(SigningIntent)
    case outcome(SigningOutcome)
    case change(ListChange)
    case seen(SeenNumber)

    package var time: Timestamp {
        switch self {
        case .intent(let intent): intent.time
        case .outcome(let outcome): outcome.time
        case .change(let change): change.time
        case .seen(let seen): seen.time
        }
    }
}
