// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The sequence number of an account's transaction, for a hold that is only about that.
package struct HeldNumber: Hashable, Sendable {
    package let account: AccountID
    package let sequence: Int64
}
