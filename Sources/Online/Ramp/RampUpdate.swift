// SPDX-License-Identifier: Apache-2.0

/// What the frame claims about a transfer.
package struct RampUpdate: Hashable, Sendable {
    package let id: String
    package let status: RampStatus
    /// A time as the frame wrote it.
    package let updatedAt: String
    /// The transaction on the chain, with COMPLETE.
    package let networkTransactionID: String?

    package init(id: String, status: RampStatus, updatedAt: String, networkTransactionID: String? = nil) {
        self.id = id
        self.status = status
        self.updatedAt = updatedAt
        self.networkTransactionID = networkTransactionID
    }
}
