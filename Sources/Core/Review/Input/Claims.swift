// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// What a request says of itself. The signer shows it as claimed; it may raise an alarm, and never calms one.
package struct Claims: Sendable {
    /// The kinds that a request document can name.
    package enum Kind: String, Hashable, Sendable {
        case transaction
        case challenge
        case message
    }

    package var kind: Kind?
    package var note: String?
    /// Whom the request asks to sign; of a challenge the account that logs in.
    package var signers: [MuxedAccount] = []
    package var hints: JSON? { didSet { readAccounts() } }
    /// Who signs for accounts, as the hints have it: those that are understood, read once.
    var accounts: [AccountID: KnownAccount] = [:]
    /// Keys that may sign for any account, as the hints have it.
    var knownKeys: Set<Uint256> = []
    /// How many signers the request names, and its hints for accounts.
    package var signerCount: Int { signers.count + hintedSigners }
    var hintedSigners = 0
    /// The most that a request may name.
    package static let mostSigners = 1000
    package var challenge: ChallengeClaims?
    package var link: LinkClaims?
    /// Networks that were named beside the one of the review, by the request and by a flag; none may differ.
    package var networks: [Network] = []
    /// The key path that the request names.
    package var keyPath: String?
    /// The fingerprint that the request names, 4 bytes.
    package var keyFingerprint: [UInt8]?
    /// The account whose key the request names, beside or in place of a path.
    package var keyAccount: AccountID?
    /// Destinations of which the request itself says that they want a memo.
    package var memoRequired: Set<AccountID> = []
    /// The anchor, by home domain, from which the request says that this is a withdrawal.
    package var withdrawalDomain: String?
    /// What the request calls accounts.
    package var names: [(account: AccountID, name: String)] = []
    /// Pools whose assets the request says; each proves itself.
    package var pools = KnownPools()
    /// The newest ledger, as the request has it.
    package var ledger: UInt32?

    package init() {}
}
