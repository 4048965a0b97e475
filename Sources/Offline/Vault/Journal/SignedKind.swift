// SPDX-License-Identifier: Apache-2.0

/// The kind of signed content; the raw value is written to the journal.
package enum SignedKind: String, Hashable, Sendable {
    /// A transaction, which uses a sequence number. The other kinds use none, or not their own.
    case transaction
    case feeBump = "fee-bump"
    case challenge
    case message
    /// An authorization entry; its hash is that of the preimage.
    case authorization
    /// The payload of a signed-payload signer; its hash is the SHA-256 of the payload.
    case payload
    /// A file, in minisign's format; its hash is the SHA-256 of the file's BLAKE2b-512.
    case file
}
