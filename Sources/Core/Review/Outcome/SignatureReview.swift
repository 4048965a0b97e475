// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// One signature on an envelope, and who made it.
package struct SignatureReview: Hashable, Sendable {
    /// The last four bytes of the signer's key, as the signature claims.
    package let hint: SignatureHint
    /// The account whose key made the signature, from the envelope or named by the user; nil if there is none.
    package let account: AccountID?
    /// If `account` is nil, a named account with the signature's hint.
    package let claimed: AccountID?

    package var isValid: Bool { account != nil }
}

/// The accounts that may have made an envelope's signatures: those named anywhere whose keys match the hints.
///
/// Trying one costs a signature check, and hints are easily made to collide, so their number is limited.
struct SignatureCandidates {
    /// The maximum number of candidates per signature, on average.
    private static let mostEach = 20

    private let byHint: [SignatureHint: [Uint256]]
    /// The number of checks needed to try all of them.
    let checks: Int
    let mostChecks: Int

    init(of envelope: some XDRCodable, _ signatures: [DecoratedSignature], _ input: ReviewInput) {
        var named = AccountCollector.keys(in: envelope)
        named.formUnion(input.candidates.map(\.key))
        named.formUnion(input.claims.signers.map(\.key))
        // Those who have signed are no longer asked to sign, so hints count here: a signature proves the key that it
        // matches.
        named.formUnion(input.claims.knownKeys)
        if let server = input.claims.challenge?.signingKey { named.insert(server.key) }
        if let key = input.key?.account { named.insert(key.key) }
        let hints = Set(signatures.map(\.hint))
        let byHint = Dictionary(
            grouping: named.filter { hints.contains(.last(of: $0.bytes)) }, by: { SignatureHint.last(of: $0.bytes) })
        self.byHint = byHint
        checks = signatures.reduce(0) { $0 + (byHint[$1.hint]?.count ?? 0) }
        mostChecks = min(Self.mostEach * signatures.count, max(0, input.checksLeft))
    }

    /// If so, the envelope is refused, and none of them is tried.
    var areTooMany: Bool { checks > mostChecks }

    var tried: [Uint256] { areTooMany ? [] : byHint.values.flatMap { $0 } }

    /// A candidate with the signature's hint; of several, always the same one.
    func claimed(by signature: DecoratedSignature) -> Uint256? {
        areTooMany ? nil : byHint[signature.hint]?.min()
    }
}
