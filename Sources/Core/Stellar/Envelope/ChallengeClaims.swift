// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The online side's claims about the challenge of a login (SEP-10, SEP-45). The signer compares them with the bytes of
/// the challenge.
package struct ChallengeClaims: Hashable, Sendable {
    package var homeDomain: String
    package var webAuthDomain: String
    package var webAuthEndpoint: String
    package var signingKey: AccountID
    package var clientDomain: String?

    package init(
        homeDomain: String, webAuthDomain: String, webAuthEndpoint: String, signingKey: AccountID,
        clientDomain: String? = nil
    ) {
        self.homeDomain = homeDomain
        self.webAuthDomain = webAuthDomain
        self.webAuthEndpoint = webAuthEndpoint
        self.signingKey = signingKey
        self.clientDomain = clientDomain
    }
}

extension Transaction {
    /// Whether this is a SEP-10 login, valid or not: its sequence number is 0, which no account's transaction can
    /// have, and its first operation is that of a challenge.
    ///
    /// - Source: SEP-10 §Challenge.
    package var hasShapeOfChallenge: Bool { seqNum == 0 && beginsLikeChallenge }

    /// Whether the first operation writes a data entry named `... auth`, whatever the sequence number.
    package var beginsLikeChallenge: Bool {
        guard let first = operations.first, case .manageData(let entry) = first.body else { return false }
        return entry.dataName.bytes.suffix(5).elementsEqual(" auth".utf8)
    }
}
