// SPDX-License-Identifier: Apache-2.0

package import Chains
package import Stellar
package import TextCodec

/// A request to sign a message with a key of another chain than Stellar: of kind `message`, with the member `chain`.
///
/// It names no network of Stellar and no signers. Everything but the bytes of the message is an unverified claim.
package struct ChainRequest: Hashable, Sendable {
    package let id: RequestID
    package let message: ChainMessage
    package let created: Timestamp?
    /// Unverified hints; a reader accepts any object and uses what it knows.
    package let hints: JSONObject

    package init(id: RequestID, message: ChainMessage, created: Timestamp? = nil, hints: JSONObject = JSONObject()) {
        self.id = id
        self.message = message
        self.created = created
        self.hints = hints
    }
}
