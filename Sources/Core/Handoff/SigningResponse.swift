// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// What the signer gives back: signatures of one hash.
package struct SigningResponse: Hashable, Sendable {
    /// The name of the format in JSON, and the type of its UR.
    package static let format = "coldstar-response"

    /// The request's; nil when what was signed came without one.
    package var id: RequestID?
    /// Of the transaction, or of the message (SEP-53).
    package var hash: TransactionHash
    package var signatures: [ResponseSignature]

    package init(id: RequestID?, hash: TransactionHash, signatures: [ResponseSignature]) {
        self.id = id
        self.hash = hash
        self.signatures = signatures
    }
}
