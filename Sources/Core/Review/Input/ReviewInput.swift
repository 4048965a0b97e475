// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Stellar
package import StellarXDR

/// The inputs of a review. Everything that crossed the gap is included unchanged, and none of it is trusted.
package struct ReviewInput: Sendable {
    /// What would be signed.
    package indirect enum Subject: Sendable {
        /// A transaction or login. One that crossed the gap was read from its canonical encoding
        /// (`XDRCodable.init(canonical:)`).
        case envelope(TransactionEnvelope, on: Network)
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
            case .envelope(_, let network), .authorization(_, let network): network
            case .message, .chainMessage, .bareHash, .payload, .file: nil
            }
        }
    }

    package var subject: Subject
    /// The current time, as far as it is known; the offline clock is not trusted.
    package var now: Timestamp
    @Indirect package var claims = Claims()
    /// The key that should sign; nil if nothing will be signed.
    package var key: SigningKey?
    /// The accounts of all keys in the vault, as their files say. Nothing proves them, so that they can only raise
    /// findings.
    package var ownAccounts: [AccountID] = []
    /// Accounts that the user named as possible makers of signatures.
    package var candidates: [AccountID] = []
    /// The remaining signature checks; an envelope that needs more is refused. The lines of a batch share them.
    package var checksLeft = Reviewer.mostSignatureChecks
    /// Attached transactions, so that a pre-authorized one can be reviewed where its hash is added as a signer.
    package var companions: [TransactionEnvelope] = []
    @Indirect package var book = Book()
    /// The vault never had a book: nothing could say which accounts the key signs for.
    package var isWithoutBook = false
    /// What may be signed; nil if there is no policy.
    @Indirect package var policy: Policy?
    /// The owner of the book, if the key has not seen a list signed by them before.
    @Indirect package var unknownOwner: BookOwner?
    /// Other keys of the vault that have signed journal lines, and whose lines the key does not trust.
    package var unknownWriters: [RecordWriter] = []
    /// Whether there is no one to ask, so that no key can be accepted.
    package var isUnattended = false
    /// Whether no one reads the review either: a folder is signed within the policy.
    package var isUnread = false
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
    @Indirect var forecast = AuthorityForecast()

    package init(_ subject: Subject, now: Timestamp) {
        self.subject = subject
        self.now = now
    }

    package init(_ envelope: TransactionEnvelope, on network: Network, now: Timestamp) {
        self.init(.envelope(envelope, on: network), now: now)
    }
}

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

    /// As part of a sentence: `an authorization entry`.
    package var words: String {
        switch self {
        case .transaction: "a transaction"
        case .feeBump: "a fee bump"
        case .challenge: "a challenge"
        case .message: "a message"
        case .authorization: "an authorization entry"
        case .hash: "a hash"
        case .payload: "a payload"
        case .file: "a file"
        }
    }

    package init(_ subject: ReviewInput.Subject) {
        switch subject {
        case .envelope(let envelope, _): self.init(envelope)
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

extension ReviewInput {
    /// The start of the period that counts against a policy's limit for a day.
    package var dayStart: Timestamp {
        let end = min(countedUpTo ?? now, now).seconds
        return Timestamp(end - min(end, 86400))
    }
}

/// The fees above which a review warns or holds.
package struct ReviewLimits: Hashable, Sendable {
    /// Above this per operation: warn.
    package var feePerOperation = Amount(stroops: 1_000_000)
    /// Above this for a transaction, or for all transactions of a batch together: warn.
    package var feeWarning = Amount(stroops: 10_000_000)
    /// Above this for a transaction, or for all transactions of a batch together: hold.
    package var feeHold = Amount(stroops: 100_000_000)

    package init() {}
}

/// The key that should sign, and its other identifiers.
package struct SigningKey: Hashable, Sendable {
    package var identity: KeyIdentity
    /// Coldstar's fingerprint of the mnemonic, 4 bytes; nil for a key that has none.
    package var fingerprint: [UInt8]?
    /// `m/44'/148'/0'`; nil for a key without one.
    package var path: String?

    package init(_ identity: KeyIdentity, fingerprint: [UInt8]? = nil, path: String? = nil) {
        self.identity = identity
        self.fingerprint = fingerprint
        self.path = path
    }

    /// A key of Stellar.
    package init(_ account: AccountID, fingerprint: [UInt8]? = nil, path: String? = nil) {
        self.init(.stellar(account), fingerprint: fingerprint, path: path)
    }

    /// The account of Stellar; nil for a key of another chain.
    package var account: AccountID? { identity.account }
}

/// A file to sign in minisign's format, with the comment that is signed together with it.
///
/// Minisign signs the file's BLAKE2b-512, which has 64 bytes, and then that signature followed by the comment, which
/// has more than 64. Hashes of transactions, logins and messages (SEP-53) have 32 bytes and are signed as they are: no
/// signature of a file is one of those. The payload of a signed-payload signer (CAP-40) has at most 64 bytes: who adds
/// the key with the BLAKE2b-512 of a file as such a signer accepts the file's signature for it.
/// - Source: https://jedisct1.github.io/minisign/ §Signature format, with prehashing.
package struct FileStatement: Hashable, Sendable {
    /// The most bytes of a trusted comment. Minisign reads up to 8,192.
    package static let longestComment = 500

    /// The file's name without folders. It is signed only as far as the comment contains it.
    package let name: String
    /// Bytes.
    package let size: Int
    package let sha256: Hash
    /// 64 bytes.
    package let blake2b: [UInt8]
    /// The trusted comment: one line of printable ASCII. The second signature is of the first one and of this, at least
    /// 65 bytes.
    package let comment: String

    /// - Parameter comment: nil for `file:NAME`.
    /// - Returns: nil unless the comment has 1 to 500 characters of printable ASCII.
    package init?(name: String, content: [UInt8], comment: String?) {
        let comment = comment ?? "file:\(name)"
        guard (1...Self.longestComment).contains(comment.utf8.count),
            comment.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        self.name = name
        size = content.count
        sha256 = Hash(sha256: content)
        blake2b = BLAKE2b512.hash(content)
        self.comment = comment
    }
}
