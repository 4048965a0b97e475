// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The signer's response: signatures of one hash.
package struct SigningResponse: Hashable, Sendable {
    /// The name of the format in JSON, and the type of its UR.
    package static let format = "coldstar-response"

    /// The request's id; nil if the content was signed without a request.
    package var id: RequestID?
    /// The hash of the transaction, or of the message (SEP-53).
    package var hash: TransactionHash
    package var signatures: [ResponseSignature]

    package init(id: RequestID?, hash: TransactionHash, signatures: [ResponseSignature]) {
        self.id = id
        self.hash = hash
        self.signatures = signatures
    }
}
