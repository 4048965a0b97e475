// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A sequence number of an account.
package struct AccountNumber: Hashable, Sendable {
    package let source: AccountID
    package let sequence: Int64

    package init(source: AccountID, sequence: Int64) {
        self.source = source
        self.sequence = sequence
    }
}
