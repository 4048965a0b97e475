// SPDX-License-Identifier: Apache-2.0

/// The time between ledgers, of which the network closes one about every five seconds.
package enum LedgerSpan {
    package static let secondsPerLedger: UInt64 = 5

    /// About how many seconds pass between the closes of two ledgers; 0 if the second one is not later.
    package static func seconds(from first: UInt32, to last: UInt32) -> UInt64 {
        last > first ? UInt64(last - first) * secondsPerLedger : 0
    }
}
