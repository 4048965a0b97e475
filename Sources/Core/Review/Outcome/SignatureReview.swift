// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// One signature on an envelope, and who made it.
package struct SignatureReview: Hashable, Sendable {
    /// The last four bytes of the signer's key, as the signature claims.
    package let hint: SignatureHint
    /// The account whose key made the signature, from the envelope or named by the user; nil if there is none.
    package let account: AccountID?
    /// If `account` is nil, a named account with the signature's hint.
    package let claimed: AccountID?

    package var isValid: Bool { account != nil }
}
