// SPDX-License-Identifier: Apache-2.0

extension Amount {
    /// Formats a sum of amounts in decimal units, such as `10.5`. The sum may exceed the largest `Amount`.
    package static func text(ofSum stroops: Int128) -> String {
        let (whole, rest) = stroops.magnitude.quotientAndRemainder(dividingBy: UInt128(stroopsPerUnit))
        let fraction = Amount(stroops: Int64(rest)).text.dropFirst(1)
        return "\(stroops < 0 ? "-" : "")\(whole)\(fraction)"
    }
}
