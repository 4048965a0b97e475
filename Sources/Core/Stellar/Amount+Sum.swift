// SPDX-License-Identifier: Apache-2.0

extension Amount {
    /// Decimal units of a sum of amounts, which may be larger than any amount is: `10.5`.
    ///
    /// - Parameter stroops: not below zero.
    package static func text(ofSum stroops: Int128) -> String {
        let unit = Int128(stroopsPerUnit)
        let fraction = Amount(stroops: Int64(stroops % unit)).text.dropFirst(1)
        return "\(stroops / unit)\(fraction)"
    }
}
