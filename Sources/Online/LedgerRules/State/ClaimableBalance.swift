// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// An amount that claimants can claim.
package struct ClaimableBalance: Hashable, Sendable {
    package let id: ClaimableBalanceID
    package let asset: Asset
    /// In stroops.
    package let amount: Int64
    /// The account that pays the reserve, one base reserve per claimant.
    package let sponsor: AccountID
    /// The claimants, with relative times made absolute.
    package let claimants: [ClaimantV0]
    package let isClawbackEnabled: Bool
    package let createdLedger: UInt32
    package let createdTime: UInt64
}
