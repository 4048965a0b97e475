// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension Price {
    /// The value of an amount at this price, in stroops of the other asset: `amount × n / d`, computed with 128 bits and limited to what an
    /// amount can hold.
    ///
    /// - Parameter roundsUp: for a bound of what leaves; what arrives is rounded down.
    /// - Returns: nil unless both numbers of the price are positive. A negative amount counts as 0.
    package func value(of amount: Int64, roundsUp: Bool) -> Int64? {
        guard n > 0, d > 0 else { return nil }
        let product = Int128(max(amount, 0)) * Int128(n)
        let quotient = product / Int128(d)
        return Int64(clamping: roundsUp && product % Int128(d) != 0 ? quotient + 1 : quotient)
    }
}

extension ManageBuyOfferOp {
    /// The most that the offer sells, in stroops: rounded up, and the largest amount at an impossible price.
    package var mostSold: Int64 { buyAmount > 0 ? price.value(of: buyAmount, roundsUp: true) ?? .max : 0 }
}
