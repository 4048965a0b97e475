// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// What the online side asks the signer to sign.
///
/// Everything but the content is a claim of the online side: the signer decides from the bytes alone what a thing is.
package struct SigningRequest: Hashable, Sendable {
    /// The name of the format in JSON, and the type of its UR.
    package static let format = "coldstar-request"

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transaction, challenge, message
    }

    package enum Content: Hashable, Sendable {
        case transaction(TransactionEnvelope)
        case challenge(TransactionEnvelope, ChallengeClaims)
        case message(MessageContent)
    }

    package var id: RequestID
    package var networkPassphrase: String
    package var content: Content
    /// Who is asked to sign; none where the online side does not know.
    package var signers: [PublicKey]
    package var note: String?
    package var created: Timestamp?
    /// Claims such as balances and names; a reader takes any object and uses what it knows.
    package var hints: JSONObject

    package init(
        id: RequestID, networkPassphrase: String, content: Content, signers: [PublicKey] = [], note: String? = nil,
        created: Timestamp? = nil, hints: JSONObject = JSONObject()
    ) {
        self.id = id
        self.networkPassphrase = networkPassphrase
        self.content = content
        self.signers = signers
        self.note = note
        self.created = created
        self.hints = hints
    }

    package var kind: Kind {
        switch content {
        case .transaction: .transaction
        case .challenge: .challenge
        case .message: .message
        }
    }

    /// The envelope; nil for a message.
    package var envelope: TransactionEnvelope? {
        switch content {
        case .transaction(let envelope), .challenge(let envelope, _): envelope
        case .message: nil
        }
    }

    /// The same request with another envelope (a signed one); unchanged for a message.
    package func replacing(envelope: TransactionEnvelope) -> SigningRequest {
        var copy = self
        switch content {
        case .transaction: copy.content = .transaction(envelope)
        case .challenge(_, let claims): copy.content = .challenge(envelope, claims)
        case .message: break
        }
        return copy
    }
}
