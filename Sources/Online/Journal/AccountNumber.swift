// SPDX-License-Identifier: Apache-2.0

/// A sequence number of an account.
package struct AccountNumber: Hashable, Sendable {
    package let source: String
    package let sequence: Int64

    package init(source: String, sequence: Int64) {
        self.source = source
        self.sequence = sequence
    }
}
