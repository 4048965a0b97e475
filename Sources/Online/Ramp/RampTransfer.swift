// SPDX-License-Identifier: Apache-2.0

package import TextCodec

/// A transfer of a session, by what the frame claims about it.
package struct RampTransfer: Hashable, Sendable {
    package let id: String
    package internal(set) var status: RampStatus
    package internal(set) var updatedAt: String
    package internal(set) var networkTransactionID: String?

    package var document: JSON {
        [
            "id": .string(id), "status": .string(status.rawValue), "updated_at": .string(updatedAt),
            "network_transaction_id": networkTransactionID.map(JSON.string) ?? .null,
        ]
    }
}
