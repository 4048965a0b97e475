// SPDX-License-Identifier: Apache-2.0

/// Why a string does not name an asset.
package enum AssetError: Error, Hashable {
    case notAnAsset
    case badCode
    case badIssuer(StrKeyError)

    package var message: String {
        switch self {
        case .notAnAsset: "not an asset: write native, or CODE:ISSUER"
        case .badCode: "not an asset: a code has 1 to 12 letters and digits"
        case .badIssuer(let error): "the asset's issuer: \(error.message)"
        }
    }
}
