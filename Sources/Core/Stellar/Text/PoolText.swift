// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

extension LiquidityPoolParameters {
    /// The fee of every pool, in basis points.
    package static let onlyFee: Int32 = 30

    /// The pool of two assets; nil unless they are in the network's order, A before B (see `Asset.precedes`).
    package init?(_ a: Asset, _ b: Asset) {
        guard a.precedes(b) else { return nil }
        self = .liquidityPoolConstantProduct(
            LiquidityPoolConstantProductParameters(assetA: a, assetB: b, fee: Self.onlyFee))
    }

    /// The pool's id on the ledger: SHA-256 of its parameters.
    package var id: PoolID { PoolID(sha256: xdr) }
}

extension FixedOpaque where size == 32 {
    /// Parses a pool id from `L…`, or from 64 hexadecimal digits, as Horizon writes it.
    package init(poolID text: String) throws(StrKeyError) {
        if text.utf8.count == 64, let bytes = try? Hex.decode(text), let id = PoolID(bytes) {
            self = id
            return
        }
        guard case .liquidityPool(let id) = try StrKey(text) else {
            throw .wrongKind(wanted: "a liquidity pool, L...")
        }
        self = id
    }
}

extension Asset {
    /// Whether this asset comes first in the network's order of a pool's assets: by type, then code bytes, then
    /// issuer bytes.
    package func precedes(_ other: Asset) -> Bool {
        switch (self, other) {
        case (.creditAlphanum4(let a), .creditAlphanum4(let b)):
            a.assetCode == b.assetCode ? a.issuer.key < b.issuer.key : a.assetCode < b.assetCode
        case (.creditAlphanum12(let a), .creditAlphanum12(let b)):
            a.assetCode == b.assetCode ? a.issuer.key < b.issuer.key : a.assetCode < b.assetCode
        default: discriminant.rawValue < other.discriminant.rawValue
        }
    }
}
