// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// The addition, change or removal of a trustline.
package struct TrustLineInput: OperationInput {
    /// What the trustline is for.
    package enum Line: Hashable, Sendable {
        case asset(AssetReference)
        /// Shares of the pool of two assets.
        case poolShares(AssetReference, AssetReference)
    }

    package enum Change: Hashable, Sendable {
        /// Adds a trustline up to a limit above zero; nil for none.
        case add(limit: Amount?)
        case remove
        /// Adds or changes it; the limit zero removes it.
        case set(limit: Amount?)
    }

    private let line: Line
    private let change: Change

    package init(_ line: Line, _ change: Change) {
        self.line = line
        self.change = change
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let line = try line(in: &builder)
        let limit =
            switch change {
            case .remove: Amount.zero
            case .add(let limit): try limit?.positive(.limit) ?? .max
            case .set(let limit): try limit?.positive(.limit, allowsZero: true) ?? .max
            }
        return .changeTrust(ChangeTrustOp(line: line, limit: limit.stroops))
    }

    private func line(in builder: inout TransactionBuilder) throws(Failure) -> ChangeTrustAsset {
        switch line {
        case .asset(let asset):
            let found = try builder.asset(asset, .asset)
            guard found != .native else {
                throw Failure(.badInput, .asset, "XLM needs no trustline")
            }
            return found.asTrustLine
        case .poolShares(let a, let b): return .poolShare(try PoolInput.parameters(a, b, in: &builder))
        }
    }
}

extension OperationSpec {
    package static let trustAdd = OperationSpec(
        "trust add", page: "trust-add", title: "Trust", "Add a trustline for an asset, up to a limit.",
        [
            InputField(.asset, "Asset", .asset, "CODE:ISSUER."),
            .optional(.limit, "Limit", .amount, "The maximum balance.", whenEmpty: "unlimited"),
        ], example: [(.asset, "USDC:G..."), (.limit, "1000")]
    ) { texts throws(Failure) in
        TrustLineInput(.asset(try texts.value(.asset)), .add(limit: try texts.optional(.limit)))
    }

    package static let trustRemove = OperationSpec(
        "trust remove", page: "trust-remove", title: "Remove a trustline",
        "Remove the trustline of an asset; its balance must be zero.",
        [InputField(.asset, "Asset", .asset, "CODE:ISSUER.")], example: [(.asset, "USDC:G...")]
    ) { texts throws(Failure) in TrustLineInput(.asset(try texts.value(.asset)), .remove) }

    package static let changeTrust = OperationSpec(
        "change-trust", title: "Change trustline",
        "Add, change or remove a trustline, for an asset or for liquidity pool shares.",
        notes: "For assets see also trust add and trust remove.",
        [
            .optional(.asset, "Asset", .asset, "The asset, CODE:ISSUER."),
            .optional(.assetA, "Pool's first asset", .asset, "For pool shares: the pool's first asset."),
            .optional(.assetB, "Pool's second asset", .asset, "For pool shares: the pool's second asset."),
            .optional(
                .limit, "Limit", .amount, "The maximum balance; 0 removes the trustline.", whenEmpty: "unlimited"),
        ], example: [(.assetA, "native"), (.assetB, "USDC:G..."), (.limit, "100")]
    ) { texts throws(Failure) in
        let line: TrustLineInput.Line
        let asset: AssetReference? = try texts.optional(.asset)
        let (a, b): (AssetReference?, AssetReference?) = (try texts.optional(.assetA), try texts.optional(.assetB))
        switch (asset, a, b) {
        case (let asset?, nil, nil): line = .asset(asset)
        case (nil, let a?, let b?): line = .poolShares(a, b)
        default: throw Failure(.usage, "give either \(field: .asset), or \(field: .assetA) and \(field: .assetB)")
        }
        return TrustLineInput(line, .set(limit: try texts.optional(.limit)))
    }
}
