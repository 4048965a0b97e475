// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

/// Checks of assets, prices and names.
extension Validity {
    static func isSound(_ code: AssetCode, of issuer: AccountID) -> Bool {
        switch code {
        case .creditAlphanum4(let code): Asset.creditAlphanum4(.init(assetCode: code, issuer: issuer)).hasValidCode
        case .creditAlphanum12(let code): Asset.creditAlphanum12(.init(assetCode: code, issuer: issuer)).hasValidCode
        }
    }

    /// Whether a pool's two assets are valid and in order, and its fee is the only one allowed.
    static func isSound(_ pool: LiquidityPoolParameters) -> Bool {
        guard case .liquidityPoolConstantProduct(let pool) = pool else { return false }
        return pool.assetA.hasValidCode && pool.assetB.hasValidCode && pool.assetA.precedes(pool.assetB)
            && pool.fee == LiquidityPoolParameters.onlyFee
    }

    /// Whether an account can trust this: a valid asset of another issuer.
    static func isSound(_ asset: Asset, trustedBy account: AccountID) -> Bool {
        guard let issuer = asset.issuer else { return false }
        return asset.hasValidCode && issuer != account
    }

    static func isSound(_ price: Price) -> Bool { price.n > 0 && price.d > 0 }

    /// Home domains and data entry names are ASCII without control characters.
    static func isPrintable(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { (0x20..<0x7f).contains($0) } }

    static func isSound(dataName: String64) -> Bool { !dataName.bytes.isEmpty && isPrintable(dataName.bytes) }
}
