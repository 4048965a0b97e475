// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// What a request says about itself. The signer shows it as unverified; it may raise a finding and never lowers one.
package struct Claims: Sendable {
    /// The kinds that a request document can name.
    package enum Kind: String, Hashable, Sendable {
        case transaction
        case challenge
        case message
        case authorization
    }

    package var kind: Kind?
    package var note: String?
    /// The id of a request for another chain, which is answered once.
    package var request: String?
    /// The accounts that the request asks to sign; for a challenge, the account that logs in.
    package var signers: [MuxedAccount] = []
    package var hints: JSON? { didSet { readAccounts() } }
    /// The signers of accounts according to the hints, as far as they are understood; parsed once.
    var accounts: [AccountID: KnownAccount] = [:]
    /// Keys that may sign for any account, according to the hints.
    var knownKeys: Set<Uint256> = []
    /// The number of signers that the request names, including those in its hints about accounts.
    package var signerCount: Int { signers.count + hintedSigners }
    var hintedSigners = 0
    /// The maximum number of signers in a request.
    package static let mostSigners = 1000
    package var challenge: ChallengeClaims?
    package var link: LinkClaims?
    /// Networks named by the request and by a flag, in addition to that of the review; none may differ.
    package var networks: [Network] = []
    /// The key path that the request names.
    package var keyPath: String?
    /// The fingerprint that the request names, 4 bytes.
    package var keyFingerprint: [UInt8]?
    /// The account whose key the request names, in addition to or instead of a path.
    package var keyAccount: AccountID?
    /// Destinations that require a memo according to the request.
    package var memoRequired: Set<AccountID> = []
    /// The home domain of the anchor from which the request claims to withdraw.
    package var withdrawalDomain: String?
    /// The request's names for accounts.
    package var names: [(account: AccountID, name: String)] = []
    /// Pools whose assets the request names; each is verified by its id.
    package var pools = KnownPools()
    /// Rates between assets according to the request, which can only raise findings.
    package var rates: [NamedRate] = []
    /// What the names of contracts are read from.
    package var contracts: [AuthorizationRequest.Material] = []
    /// The version of the network's protocol, according to the request.
    package var protocolVersion: UInt32?
    /// The latest ledger, according to the request.
    package var ledger: UInt32?
    /// When that ledger closed, according to the request.
    package var ledgerClosed: Timestamp?

    package init() {}
}
