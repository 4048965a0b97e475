// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The inputs of a review. Everything that crossed the gap is included unchanged, and none of it is trusted.
package struct ReviewInput: Sendable {
    /// What would be signed.
    package enum Subject: Sendable {
        /// - Parameter original: the bytes that were read; they must be the envelope's own encoding.
        case envelope(TransactionEnvelope, original: [UInt8], on: Network)
        /// A SEP-53 message: text or bytes.
        case message([UInt8])
        /// A message for another chain than Stellar.
        case chainMessage(ChainMessage)
        /// An authorization entry of a contract call.
        case authorization(AuthorizationRequest, on: Network)
        /// A hash without its preimage: shown together with the refusal, and never signed.
        case bareHash(TransactionHash)
        /// The payload of a signed-payload signer (CAP-40), which is signed raw.
        case payload([UInt8])
        /// A file, in minisign's format.
        case file(FileStatement)

        /// The network that the signature is bound to; nil if it is to none.
        package var network: Network? {
            switch self {
            case .envelope(_, _, let network), .authorization(_, let network): network
            case .message, .chainMessage, .bareHash, .payload, .file: nil
            }
        }
    }

    package var subject: Subject
    /// The current time, as far as it is known; the offline clock is not trusted.
    package var now: Timestamp
    package var claims = Claims()
    /// The key that should sign; nil if nothing will be signed.
    package var key: SigningKey?
    /// The accounts of all keys in the vault, as their files say. Nothing proves them, so that they can only raise findings.
    package var ownAccounts: [AccountID] = []
    /// Accounts that the user named as possible makers of signatures.
    package var candidates: [AccountID] = []
    /// The remaining signature checks; an envelope that needs more is refused. The lines of a batch share them.
    package var checksLeft = Reviewer.mostSignatureChecks
    /// Attached transactions, so that a pre-authorized one can be reviewed where its hash is added as a signer.
    package var companions: [TransactionEnvelope] = []
    package var book = Book()
    /// The vault never had a book: nothing could say which accounts the key signs for.
    package var isWithoutBook = false
    /// What may be signed; nil if there is no policy.
    package var policy: Policy?
    /// The owner of the book, if the key has not seen a list signed by them before.
    package var unknownOwner: BookOwner?
    /// Other keys of the vault that have signed journal lines, and whose lines the key does not trust.
    package var unknownWriters: [RecordWriter] = []
    /// Whether there is no one to ask, so that no key can be accepted.
    package var isUnattended = false
    /// The number of journal lines from an earlier release that nothing proves.
    package var uncoveredLines = 0
    /// The time by which a day's sums are counted, if it is not `now`: `--now` does not start a new day.
    package var countedUpTo: Timestamp?
    /// SHA-256 of a secret that approval adds to the envelope (a hash(x) signer's preimage).
    package var revealing: Hash?
    /// The time of the journal's last entry, if it is later than the given time.
    package var laterKnown: Timestamp?
    package var history: any SigningHistory = EmptyHistory()
    package var limits = ReviewLimits()
    /// Whether the future signers of accounts are judged for a whole batch instead of for this transaction of it.
    package var isPartOfBatch = false
    /// The effect on accounts' signers of transactions that are applied before this one.
    var forecast = AuthorityForecast()

    package init(_ subject: Subject, now: Timestamp) {
        self.subject = subject
        self.now = now
    }

    /// A transaction that was built, not read from bytes.
    package init(_ envelope: TransactionEnvelope, on network: Network, now: Timestamp) {
        self.init(.envelope(envelope, original: envelope.xdr, on: network), now: now)
    }
}

extension ReviewInput {
    /// The start of the period that counts against a policy's limit for a day.
    package var dayStart: Timestamp {
        let end = min(countedUpTo ?? now, now).seconds
        return Timestamp(end - min(end, 86400))
    }
}
