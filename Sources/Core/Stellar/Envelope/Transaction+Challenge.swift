// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension Transaction {
    /// Whether it is a login and not for the ledger, valid or not: its sequence number is 0, which no transaction of an account can
    /// have, and it begins like one.
    ///
    /// - Source: SEP-10 §Challenge.
    package var hasShapeOfChallenge: Bool { seqNum == 0 && beginsLikeChallenge }

    /// A first operation that writes a data entry `... auth`, whatever the sequence number.
    package var beginsLikeChallenge: Bool {
        guard let first = operations.first, case .manageData(let entry) = first.body else { return false }
        return entry.dataName.bytes.suffix(5).elementsEqual(" auth".utf8)
    }
}
