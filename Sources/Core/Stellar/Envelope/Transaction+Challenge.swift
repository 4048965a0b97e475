// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension Transaction {
    /// Whether this is a SEP-10 login, valid or not: its sequence number is 0, which no account's transaction can
    /// have, and its first operation is that of a challenge.
    ///
    /// - Source: SEP-10 §Challenge.
    package var hasShapeOfChallenge: Bool { seqNum == 0 && beginsLikeChallenge }

    /// Whether the first operation writes a data entry named `... auth`, whatever the sequence number.
    package var beginsLikeChallenge: Bool {
        guard let first = operations.first, case .manageData(let entry) = first.body else { return false }
        return entry.dataName.bytes.suffix(5).elementsEqual(" auth".utf8)
    }
}
