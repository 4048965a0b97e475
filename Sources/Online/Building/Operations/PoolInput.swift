// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Faults
import Handoff
import Stellar
import StellarXDR

/// A liquidity pool, by its ID or by its two assets.
package struct PoolInput: Hashable, Sendable {
    private let id: String?
    private let assetA: String?
    private let assetB: String?

    package init(id: String? = nil, assetA: String? = nil, assetB: String? = nil) {
        self.id = id
        self.assetA = assetA
        self.assetB = assetB
    }

    /// The pool's ID. One computed from the assets is noted, and the request carries the assets.
    func id(in draft: inout Draft) throws(Failure) -> PoolID {
        if let id {
            guard assetA == nil, assetB == nil else {
                throw Failure(
                    .usage, "give either \(field: .liquidityPoolID) or \(field: .assetA) and \(field: .assetB)")
            }
            return try Arguments.pool(id, .liquidityPoolID)
        }
        guard let assetA, let assetB else {
            throw Failure(
                .usage, "no pool is given: use \(field: .liquidityPoolID), or \(field: .assetA) and \(field: .assetB)")
        }
        let pool = try Self.parameters(assetA, assetB, in: &draft)
        draft.add(pool)
        return pool.id
    }

    /// The pool of two assets, which is noted. They are not sorted silently, because that would swap the amounts and prices
    /// given with them.
    static func parameters(
        _ a: String, _ b: String, in draft: inout Draft
    ) throws(Failure) -> LiquidityPoolParameters {
        let (a, b) = (try draft.asset(a, .assetA), try draft.asset(b, .assetB))
        guard a != b else { throw Failure(.badInput, "\(field: .assetA) and \(field: .assetB) are the same asset") }
        guard let pool = LiquidityPoolParameters(a, b) else {
            throw Failure(
                .badInput, .assetA, "a pool's assets are sorted, and \(b.text) comes before \(a.text)",
                hint: "swap \(field: .assetA) and \(field: .assetB), and their amounts and prices")
        }
        draft.notices.append(.fact(.pool, Wording(StrKey.liquidityPool(pool.id).text)))
        return pool
    }
}
