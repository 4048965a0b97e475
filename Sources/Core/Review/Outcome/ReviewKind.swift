// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What the bytes are, determined from the bytes alone.
package enum ReviewKind: String, Hashable, Sendable {
    case transaction
    case feeBump = "fee-bump"
    /// A SEP-10 login: sequence number 0, and a first operation with a data entry named `… auth`. Such a transaction
    /// cannot be applied: no account has a sequence number below 0.
    case challenge
    /// A SEP-53 message, or a message for another chain.
    case message
    /// An authorization entry of a contract call.
    case authorization
    case hash
    case payload
    /// A file, in minisign's format.
    case file

    package init(_ subject: ReviewInput.Subject) {
        switch subject {
        case .envelope(let envelope, _, _): self.init(envelope)
        case .message, .chainMessage: self = .message
        case .authorization: self = .authorization
        case .bareHash: self = .hash
        case .payload: self = .payload
        case .file: self = .file
        }
    }

    package init(_ envelope: TransactionEnvelope) {
        switch envelope.content {
        case .feeBump: self = .feeBump
        case .transaction(let transaction): self = transaction.hasShapeOfChallenge ? .challenge : .transaction
        }
    }
}
