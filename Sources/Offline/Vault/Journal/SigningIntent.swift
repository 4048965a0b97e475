// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The record of what the signer is about to sign, written before a signature exists.
package struct SigningIntent: Hashable, Sendable {
    package let time: Timestamp
    package let kind: SignedKind
    package let hash: TransactionHash
    /// Nil for a message, which belongs to no network.
    package let network: Network?
    /// The account whose sequence number is used; nil for a message.
    package let source: AccountID?
    /// Nil if no sequence number is used.
    package let sequence: Int64?
    package let key: KeyName
    /// One-line summary; the first 1,000 bytes are kept.
    package let summary: String
    /// SHA-256 of the review as it was shown, 32 bytes.
    package let review: Hash
    /// The names of the rules that produced findings.
    package let findings: [String]
    /// The addresses that it pays: `G…`, `M…` together with the `G…` of its account, `C…`.
    package let destinations: [StrKey]
    /// The amounts that may leave its accounts, in stroops by asset (`native`, `CODE:ISSUER`), including the fee;
    /// `Int64.max` means unbounded.
    package let spent: [String: Int64]
    /// The number of the key's seal that was on the disk before this entry.
    package let seal: UInt64
    /// The network of another chain for which a message is signed; nil for everything of Stellar.
    package let chain: ChainNetwork?
    /// The id of the request for such a message, which is answered once.
    package let request: String?
    /// The last moment at which a transaction can be applied; nil without one.
    package let validUntil: Timestamp?
    /// What the transaction pays, to recognize the same payment later.
    package let payments: [PaymentDigest]

    private static let longestSummary = 1000

    package init(
        time: Timestamp, kind: SignedKind, hash: TransactionHash, network: Network?, source: AccountID?,
        sequence: Int64?, key: KeyName, summary: String, review: Hash, findings: [String], destinations: [StrKey],
        spent: [String: Int64] = [:], seal: UInt64 = 0,
        chain: ChainNetwork? = nil, request: String? = nil, validUntil: Timestamp? = nil,
        payments: [PaymentDigest] = []
    ) {
        self.payments = payments
        self.validUntil = validUntil
        self.time = time
        self.kind = kind
        self.hash = hash
        self.network = network
        self.source = source
        self.sequence = sequence
        self.key = key
        self.summary = Self.beginning(of: summary)
        self.review = review
        self.findings = findings
        self.destinations = destinations
        self.spent = spent
        self.seal = seal
        self.chain = chain
        self.request = request
    }

    /// Truncates at a character boundary, so that the text stays valid Unicode.
    static func beginning(of summary: String) -> String {
        guard summary.utf8.count > longestSummary else { return summary }
        var text = String.UnicodeScalarView()
        var length = 0
        for scalar in summary.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= longestSummary else { break }
            text.append(scalar)
        }
        return String(text)
    }
}

/// The outcome of an intent.
package struct SigningOutcome: Hashable, Sendable {
    package let time: Timestamp
    package let hash: TransactionHash
    package let result: Result

    /// The result; its raw value is written to the journal.
    package enum Result: String, Hashable, Sendable {
        /// The signature exists.
        case signed
        /// The signature was written to the user's destination.
        case delivered
        /// No signature was created.
        case failed
    }

    package init(time: Timestamp, hash: TransactionHash, result: Result) {
        self.time = time
        self.hash = hash
        self.result = result
    }
}

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

/// A new version of book or policy.
package struct ListChange: Hashable, Sendable {
    package let time: Timestamp
    package let list: ListKind
    package let mark: ListMark
    /// The key that signed the version.
    package let key: KeyName
    /// The number of the key's seal that covers the version.
    package let seal: UInt64
}

/// Another key of the vault, with the public key that verifies its journal lines.
package struct AcceptedKey: Hashable, Sendable {
    package let name: KeyName
    /// 32 bytes.
    package let recordKey: [UInt8]

    package init(name: KeyName, recordKey: [UInt8]) {
        self.name = name
        self.recordKey = recordKey
    }
}
