// SPDX-License-Identifier: Apache-2.0

/// What was signed; the raw value stands in the journal.
package enum SignedKind: String, Hashable, Sendable {
    /// Uses up a sequence number; the others do not, or not their own.
    case transaction
    case feeBump = "fee-bump"
    case challenge
    case message
    /// The payload of a signed-payload signer; its hash is SHA-256 of it.
    case payload
}
