// SPDX-License-Identifier: Apache-2.0

package import Chains
package import Handoff
package import Stellar

/// The frame's request for a signature, as it goes to the signer.
package struct RampRequest: Hashable, Sendable {
    package let id: RequestID
    /// Its `expires` is when the desk stops accepting a response. How long Meso waits is not known.
    package let message: ChainMessage
    package let created: Timestamp

    package init(id: RequestID, message: ChainMessage, created: Timestamp) {
        self.id = id
        self.message = message
        self.created = created
    }

    /// The request as it crosses the gap.
    package var handoff: ChainRequest { ChainRequest(id: id, message: message, created: created) }

    /// Whether its time is over.
    package func isExpired(at now: Timestamp) -> Bool { message.expires.map { now >= $0 } ?? false }
}
