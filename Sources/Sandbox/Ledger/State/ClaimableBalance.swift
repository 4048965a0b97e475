// SPDX-License-Identifier: Apache-2.0
package import StellarXDR

/// An amount set aside for somebody to fetch.
package struct ClaimableBalance: Hashable, Sendable {
    package let id: ClaimableBalanceID
    package let asset: Asset
    /// In stroops.
    package let amount: Int64
    /// Who pays its reserve, one for each claimant.
    package let sponsor: AccountID
    /// With relative times made absolute.
    package let claimants: [ClaimantV0]
    package let isClawbackEnabled: Bool
    package let createdLedger: UInt32
    package let createdTime: UInt64
}
