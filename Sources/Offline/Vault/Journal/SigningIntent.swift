// SPDX-License-Identifier: Apache-2.0
package import Stellar
package import StellarXDR

/// What the signer is about to sign, written down before a signature exists.
package struct SigningIntent: Hashable, Sendable {
    package let time: Timestamp
    package let kind: SignedKind
    package let hash: TransactionHash
    /// nil for a message, which belongs to no network.
    package let network: Network?
    /// The account whose sequence number is used; nil for a message.
    package let source: AccountID?
    /// nil for what uses up none.
    package let sequence: Int64?
    package let key: KeyName
    /// What it does, in one line; the first 1,000 bytes are kept.
    package let summary: String
    /// SHA-256 of the review as it was shown, 32 bytes.
    package let review: Hash
    /// The names of the rules that spoke up.
    package let findings: [String]
    /// The addresses that it pays: `G…`, `M…` beside the `G…` of its account, `C…`.
    package let destinations: [StrKey]
    /// What may leave its accounts, in stroops by asset (`native`, `CODE:ISSUER`), the fee included; the greatest number
    /// stands for what has no limit.
    package let spent: [String: Int64]
    /// The number of a seal of the key that was on the disk before this entry.
    package let seal: UInt64

    private static let longestSummary = 1000

    package init(
        time: Timestamp, kind: SignedKind, hash: TransactionHash, network: Network?, source: AccountID?,
        sequence: Int64?, key: KeyName, summary: String, review: Hash, findings: [String], destinations: [StrKey],
        spent: [String: Int64] = [:], seal: UInt64 = 0
    ) {
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
    }

    /// Cut between characters, so that it stays Unicode.
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
