// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// An amount of an asset, exact to seven decimals.
public struct Amount: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let value: Stellar.Amount

    package init(_ value: Stellar.Amount) { self.value = value }

    /// - Parameter text: digits with at most seven decimals, such as `10.5`; no sign, exponent or grouping.
    public init(_ text: String) throws(ColdstarError) {
        do { value = try Stellar.Amount(text) } catch { throw ColdstarError(error) }
    }

    /// - Parameter stroops: ten-millionths of a unit, as the ledger counts.
    public init(stroops: Int64) { value = Stellar.Amount(stroops: stroops) }

    /// Ten-millionths of a unit.
    public var stroops: Int64 { value.stroops }

    public static func < (a: Amount, b: Amount) -> Bool { a.value < b.value }

    /// The shortest exact text, such as `10.5`.
    public var description: String { value.text }
}
