// SPDX-License-Identifier: Apache-2.0

package import Codec

/// What a simulation may add to a transaction.
package struct SimulationTerms: Hashable, Sendable {
    /// 10 XLM: more than any contract call on the public network costs.
    package static let usualMaximum: Int64 = 100_000_000

    /// The highest accepted resource fee, in stroops.
    package let maximumResourceFee: Int64

    /// - Parameter maximum: stroops; nil for the usual maximum.
    package init(maximumResourceFee maximum: Int64? = nil) throws(Failure) {
        maximumResourceFee = maximum ?? Self.usualMaximum
        guard maximumResourceFee >= 0 else { throw Failure(.badInput, .maxResourceFee, "must not be negative") }
    }
}
