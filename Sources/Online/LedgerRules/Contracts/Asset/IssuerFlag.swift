// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// The flags of an issuer's account that matter to the asset's contract (`AccountFlags` of the protocol).
enum IssuerFlag: UInt32 {
    case required = 1
    case revocable = 2
    case clawbackEnabled = 8
}

/// The flags of a trustline (`TrustLineFlags` of the protocol).
enum TrustlineFlag {
    static let authorized: UInt32 = 1
    static let maintainsLiabilities: UInt32 = 2
    static let clawbackEnabled: UInt32 = 4
}

extension Host {
    mutating func issuerFlags(_ issuer: AccountID) throws(HostError) -> UInt32 {
        guard let account = try account(issuer) else {
            throw HostError(.storage(.missingValue), "the issuer's account is missing", .address(.account(issuer)))
        }
        return account.flags
    }
}
