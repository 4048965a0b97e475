// SPDX-License-Identifier: Apache-2.0

extension Amount {
    /// Formats a sum of amounts in decimal units, such as `10.5`. The sum may exceed the largest `Amount`.
    ///
    /// - Parameter stroops: must not be negative.
    package static func text(ofSum stroops: Int128) -> String {
        let unit = Int128(stroopsPerUnit)
        let fraction = Amount(stroops: Int64(stroops % unit)).text.dropFirst(1)
        return "\(stroops / unit)\(fraction)"
    }
}
