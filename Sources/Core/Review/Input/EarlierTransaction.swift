// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A transaction that was signed before.
package struct EarlierTransaction: Hashable, Sendable {
    package let hash: TransactionHash
    package let signed: Timestamp
    /// What it did, in one line; escaped when shown.
    package let summary: String
    /// The last moment at which it can be applied, according to a proven record; nil if it does not expire, or that is not known.
    package let validUntil: Timestamp?

    package init(hash: TransactionHash, signed: Timestamp, summary: String, validUntil: Timestamp? = nil) {
        self.validUntil = validUntil
        self.hash = hash
        self.signed = signed
        self.summary = summary
    }
}

extension EarlierTransaction {
    /// A network's clock may be behind by minutes; after this many seconds a transaction can no longer be applied anywhere.
    private static let margin: UInt64 = 3600

    /// Whether it can no longer be applied.
    ///
    /// - Parameter clock: the signer's own clock, not a time that was given; nil without one.
    func hasEnded(by clock: Timestamp?) -> Bool {
        guard let clock, let validUntil else { return false }
        return validUntil.adding(Self.margin) < clock
    }
}
