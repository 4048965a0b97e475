// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar

/// A future ledger as a user names it: by its number, or by a duration from now.
package enum LedgerOffset: Hashable, Sendable {
    case ledger(UInt32)
    /// Seconds.
    case span(UInt64)

    package init(_ text: String, _ field: FieldID) throws(Failure) {
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            self = .ledger(try Arguments.number(text, field, as: UInt32.self))
        } else {
            self = .span(try Arguments.span(text, field))
        }
    }

    /// The ledger, if one closes every five seconds.
    package func ledger(after latest: UInt32) -> UInt32 {
        switch self {
        case .ledger(let ledger): ledger
        case .span(let seconds): latest.addingClamped(UInt32(clamping: seconds / LedgerSpan.secondsPerLedger))
        }
    }
}

extension UInt32 {
    func addingClamped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
