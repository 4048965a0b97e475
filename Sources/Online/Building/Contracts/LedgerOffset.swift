// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar

/// A future ledger as a user names it: by its number, or by a duration from now.
package enum LedgerOffset: Hashable, Sendable {
    case ledger(UInt32)
    case span(TimeSpan)

    /// The ledger, if one closes every five seconds.
    package func ledger(after latest: UInt32) -> UInt32 {
        switch self {
        case .ledger(let ledger): ledger
        case .span(let span): latest.addingClamped(UInt32(clamping: span.seconds / LedgerSpan.secondsPerLedger))
        }
    }
}

extension LedgerOffset: TextValue {
    /// - Parameter text: the ledger's number, or `90s`, `30m`, `24h` or `7d`.
    package init(text: String) throws(Failure) {
        let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isNumber ? .ledger(try UInt32(text: text)) : .span(try TimeSpan(text: text))
    }
}

extension UInt32 {
    func addingClamped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
