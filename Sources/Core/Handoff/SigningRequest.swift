// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// A request of the online side to the signer.
///
/// Everything but the content is an unverified hint: the signer decides from its bytes alone what it is.
package struct SigningRequest: Hashable, Sendable {
    /// The name of the format in JSON, and the type of its UR.
    package static let format = "coldstar-request"

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transaction, challenge, message, authorization
    }

    package enum Content: Hashable, Sendable {
        case transaction(TransactionEnvelope)
        case challenge(TransactionEnvelope, ChallengeClaims)
        case message(MessageContent)
        case authorization(AuthorizationRequest)
    }

    package var id: RequestID
    package var networkPassphrase: String
    package var content: Content
    /// The accounts that should sign; empty if the online side does not know.
    package var signers: [PublicKey]
    package var note: String?
    package var created: Timestamp?
    /// Unverified hints such as balances and names; a reader accepts any object and uses what it knows.
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
        case .authorization: .authorization
        }
    }

    /// The envelope that is signed; nil for a message and an authorization entry.
    package var envelope: TransactionEnvelope? {
        switch content {
        case .transaction(let envelope), .challenge(let envelope, _): envelope
        case .message, .authorization: nil
        }
    }

    /// The request with another envelope (a signed one); unchanged for a message and an authorization entry.
    package func replacing(envelope: TransactionEnvelope) -> SigningRequest {
        var copy = self
        switch content {
        case .transaction: copy.content = .transaction(envelope)
        case .challenge(_, let claims): copy.content = .challenge(envelope, claims)
        case .message, .authorization: break
        }
        return copy
    }
}
