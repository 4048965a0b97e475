// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// One signature on an envelope, and who made it.
package struct SignatureReview: Hashable, Sendable {
    /// The last four bytes of the signer's key, as the signature claims.
    package let hint: SignatureHint
    /// The account in the envelope, or asked about, whose key made the signature; nil when none of them did.
    package let account: AccountID?
    /// Where nobody made it: a named account whose hint it has.
    package let claimed: AccountID?

    package var isValid: Bool { account != nil }
}
