// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// The addition, change or removal of a trustline, for an asset or for shares of a liquidity pool.
package struct TrustLineInput: OperationInput {
    package enum Change: Hashable, Sendable {
        /// Adds a trustline up to a limit above zero; nil for none.
        case add(limit: String?)
        case remove
        /// Adds or changes it; the limit zero removes it.
        case set(limit: String?)
    }

    private let asset: String?
    private let assetA: String?
    private let assetB: String?
    private let change: Change

    /// - Parameters:
    ///   - asset: `CODE:ISSUER`; nil for pool shares.
    ///   - assetA: for pool shares, the pool's first asset.
    package init(asset: String?, assetA: String? = nil, assetB: String? = nil, _ change: Change) {
        self.asset = asset
        self.assetA = assetA
        self.assetB = assetB
        self.change = change
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        switch change {
        case .add(let text):
            let line = try line(in: &draft)
            let limit = try text.map { text throws(Failure) in try Arguments.amount(text, .limit) } ?? .max
            return .changeTrust(ChangeTrustOp(line: line, limit: limit.stroops))
        case .remove:
            return .changeTrust(ChangeTrustOp(line: try line(in: &draft), limit: 0))
        case .set(let text):
            let limit =
                try text.map { text throws(Failure) in
                    try Arguments.amount(text, .limit, allowingZero: true)
                } ?? .max
            return .changeTrust(ChangeTrustOp(line: try line(in: &draft), limit: limit.stroops))
        }
    }

    private func line(in draft: inout Draft) throws(Failure) -> ChangeTrustAsset {
        switch (asset, assetA, assetB) {
        case (let asset?, nil, nil):
            let found = try draft.asset(asset, .asset)
            guard found != .native else {
                throw Failure(.badInput, .asset, "XLM needs no trustline")
            }
            return found.asTrustLine
        case (nil, let a?, let b?): return .poolShare(try PoolInput.parameters(a, b, in: &draft))
        default: throw Failure(.usage, "give either \(field: .asset), or \(field: .assetA) and \(field: .assetB)")
        }
    }
}
