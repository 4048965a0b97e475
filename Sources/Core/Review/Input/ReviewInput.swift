// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
import XDR

/// All that a review is made from. What came across the gap is here as it came; nothing in it is believed.
package struct ReviewInput: Sendable {
    /// What would be signed.
    package enum Subject: Sendable {
        /// - Parameter original: the bytes that were read; they must be the envelope's own encoding.
        case envelope(TransactionEnvelope, original: [UInt8], on: Network)
        /// SEP-53: a text or some bytes.
        case message([UInt8])
        /// A hash without what hashes to it: shown, so that the refusal can be, and never signed.
        case bareHash(TransactionHash)
        /// The payload of a signed-payload signer (CAP-40), which is signed raw.
        case payload([UInt8])
    }

    package var subject: Subject
    /// The present, as far as it is known; the offline clock is not trusted.
    package var now: Timestamp
    package var claims = Claims()
    /// The key that is to sign; nil when nothing will be signed.
    package var key: SigningKey?
    /// The accounts of all keys in the vault.
    package var ownAccounts: [AccountID] = []
    /// Accounts that the user asked about by name, as possible makers of signatures.
    package var candidates: [AccountID] = []
    /// How many signature checks are left; an envelope that needs more is refused. In a batch all lines share them.
    package var checksLeft = Reviewer.mostSignatureChecks
    /// Transactions that came along, so that a pre-authorised one can be reviewed where its hash is made a signer.
    package var companions: [TransactionEnvelope] = []
    package var book = Book()
    /// The vault never had a book: nothing could say for which accounts the key signs.
    package var isWithoutBook = false
    /// What may be signed; nil where there is no policy.
    package var policy: Policy?
    /// The owner of the book, when the key has not seen a list of theirs before.
    package var unknownOwner: BookOwner?
    /// Other keys of the vault that have signed journal lines, and whose lines the key does not believe.
    package var unknownWriters: [RecordWriter] = []
    /// Whether no one is asked, so that no key can be accepted.
    package var isUnattended = false
    /// Journal lines of an earlier release that nothing proves.
    package var uncoveredLines = 0
    /// The present by which a day's sums are counted, where that is not `now`: `--now` does not begin a new day.
    package var countedUpTo: Timestamp?
    /// SHA-256 of a secret that becomes part of the envelope when the review is agreed to (a hash(x) signer's preimage).
    package var revealing: Hash?
    /// The journal's last entry, when the time that was given is before it.
    package var laterKnown: Timestamp?
    package var history: any SigningHistory = EmptyHistory()
    package var limits = ReviewLimits()
    /// Who can sign for accounts afterwards is judged for a whole batch, and not for this transaction of it.
    package var isPartOfBatch = false
    /// What transactions that are applied before this one make of the signers of accounts.
    var forecast = AuthorityForecast()

    package init(_ subject: Subject, now: Timestamp) {
        self.subject = subject
        self.now = now
    }

    /// A transaction that was built and never read from bytes.
    package init(_ envelope: TransactionEnvelope, on network: Network, now: Timestamp) {
        self.init(.envelope(envelope, original: envelope.xdr, on: network), now: now)
    }
}

extension ReviewInput {
    /// From when on what was signed counts against a policy's limit for a day.
    package var dayStart: Timestamp {
        let end = min(countedUpTo ?? now, now).seconds
        return Timestamp(end - min(end, 86400))
    }
}
