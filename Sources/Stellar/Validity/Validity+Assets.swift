// SPDX-License-Identifier: Apache-2.0
import StellarXDR
import XDR

/// What makes assets, prices and names sound.
extension Validity {
    static func isSound(_ code: AssetCode, of issuer: AccountID) -> Bool {
        switch code {
        case .creditAlphanum4(let code): Asset.creditAlphanum4(.init(assetCode: code, issuer: issuer)).hasValidCode
        case .creditAlphanum12(let code): Asset.creditAlphanum12(.init(assetCode: code, issuer: issuer)).hasValidCode
        }
    }

    /// Whether a pool's two assets are sound and in order, and its fee is the only one there is.
    static func isSound(_ pool: LiquidityPoolParameters) -> Bool {
        let feeOfAllPools: Int32 = 30
        guard case .liquidityPoolConstantProduct(let pool) = pool else { return false }
        return pool.assetA.hasValidCode && pool.assetB.hasValidCode && precedes(pool.assetA, pool.assetB)
            && pool.fee == feeOfAllPools
    }

    /// The network's order: by type, then by the bytes of the code, then by those of the issuer.
    private static func precedes(_ a: Asset, _ b: Asset) -> Bool {
        switch (a, b) {
        case (.creditAlphanum4(let a), .creditAlphanum4(let b)):
            a.assetCode == b.assetCode ? a.issuer.key < b.issuer.key : a.assetCode < b.assetCode
        case (.creditAlphanum12(let a), .creditAlphanum12(let b)):
            a.assetCode == b.assetCode ? a.issuer.key < b.issuer.key : a.assetCode < b.assetCode
        default: a.discriminant.rawValue < b.discriminant.rawValue
        }
    }

    /// Whether an account can trust this: a sound asset of somebody else's.
    static func isSound(_ asset: Asset, trustedBy account: AccountID) -> Bool {
        guard let issuer = asset.issuer else { return false }
        return asset.hasValidCode && issuer != account
    }

    static func isSound(_ price: Price) -> Bool { price.n > 0 && price.d > 0 }

    /// Home domains and names of data entries are ASCII without control characters.
    static func isPrintable(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { (0x20..<0x7f).contains($0) } }

    static func isSound(dataName: String64) -> Bool { !dataName.bytes.isEmpty && isPrintable(dataName.bytes) }
}
