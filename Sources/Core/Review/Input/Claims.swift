// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Stellar
package import StellarXDR

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
    /// Signed transactions of earlier numbers that the request brings along.
    package var signedBefore: [TransactionEnvelope] = []
    /// The version of the network's protocol, according to the request.
    package var protocolVersion: UInt32?
    /// The latest ledger, according to the request.
    package var ledger: UInt32?
    /// When that ledger closed, according to the request.
    package var ledgerClosed: Timestamp?

    package init() {}
}

extension Claims {
    /// The signers of an account according to the request's hints; nil if the hints do not name it or cannot be
    /// understood.
    ///
    /// Unverified: may predict what a change leads to, but never lowers a finding.
    package func account(_ account: AccountID) -> KnownAccount? { accounts[account] }

    /// Reads what the hints say of accounts. What is not understood is ignored: a hint can raise a finding, and its
    /// absence lowers none.
    mutating func readAccounts() {
        (accounts, knownKeys, hintedSigners) = ([:], [], 0)
        (memoRequired, names) = ([], [])
        for (address, claimed) in hints?["accounts"]?.asObject?.members ?? [] {
            let account = try? AccountID(address: address)
            if let account {
                if claimed["memo_required"]?.asBool == true { memoRequired.insert(account) }
                if let name = claimed["name"]?.asString { names.append((account, name)) }
            }
            let signers = claimed["signers"]?.asArray ?? []
            hintedSigners += signers.count
            // A request with more is refused before the hints are used.
            guard hintedSigners <= Self.mostSigners else { continue }
            let keys = signers.map { signer in signer["key"]?.asString.flatMap { try? SignerKey(address: $0) } }
            for case .ed25519(let key)? in keys { knownKeys.insert(key) }
            guard let account else { continue }
            accounts[account] = Self.known(account, claimed, signers, keys)
        }
    }

    private static func known(
        _ account: AccountID, _ claimed: JSON, _ signers: [JSON], _ keys: [SignerKey?]
    ) -> KnownAccount? {
        guard let thresholds = claimed["thresholds"], claimed["signers"]?.asArray != nil,
            let low = thresholds["low"]?.asInteger(UInt32.self),
            let medium = thresholds["medium"]?.asInteger(UInt32.self),
            let high = thresholds["high"]?.asInteger(UInt32.self), signers.count <= Authority.mostSigners + 1
        else { return nil }
        var masterWeight: UInt32 = 0
        var others: [Signer] = []
        for (signer, key) in zip(signers, keys) {
            guard let weight = signer["weight"]?.asInteger(UInt32.self), let key else { return nil }
            if key == .ed25519(account.key) {
                masterWeight = weight
            } else {
                others.append(Signer(key: key, weight: weight))
            }
        }
        return KnownAccount(
            account: account, masterWeight: masterWeight, signers: others, low: low, medium: medium, high: high)
    }
}

extension Claims {
    /// Reads the hints that rules use, as `readAccounts` does.
    package mutating func take(hints: JSON) {
        self.hints = hints
        pools.take(hints)
        rates = (hints["rates"]?.asArray ?? []).prefix(Self.mostRates).compactMap(Self.rate)
        let read = RequestHints(hints)
        contracts = read.materials(limit: ContractInterfaces.mostMaterial)
        signedBefore = read.signedBefore
        ledger = read.ledger
        protocolVersion = read.protocolVersion
        withdrawalDomain = read.withdrawalDomain
    }

    /// The rates that are read: as many as a transaction has operations.
    private static let mostRates = 100

    private static func rate(_ hint: JSON) -> NamedRate? {
        guard let send = hint["send_asset"]?.asString.flatMap({ try? Asset($0) }),
            let dest = hint["dest_asset"]?.asString.flatMap({ try? Asset($0) }),
            let sent = hint["sent"]?.asString.flatMap({ try? Amount($0) }),
            let received = hint["received"]?.asString.flatMap({ try? Amount($0) })
        else { return nil }
        return NamedRate(send, sent.stroops, dest, received.stroops)
    }
}

extension TransactionEnvelope {
    /// The hashes of transactions that this one pre-authorizes by adding them as signers.
    package var preauthorized: Set<Hash> {
        Set(
            innermost.operations.compactMap { operation in
                guard case .setOptions(let options) = operation.body, let signer = options.signer, signer.weight > 0,
                    case .preAuthTx(let hash) = signer.key
                else { return nil }
                return hash
            })
    }
}

/// What a SEP-7 link says in addition to its transaction.
package struct LinkClaims: Hashable, Sendable {
    package var message: String?
    package var callback: String?
    package var originDomain: String?
    /// The fields that the link wants replaced before signing.
    package var replace: String?
    /// Whether the link's signature verifies with the book's key for the origin domain; nil if the link is not signed
    /// or the book has no key.
    package var signatureVerifies: Bool?
    /// Whether the link named no network, so that SEP-7's default applies.
    package var networkAssumed = false

    package init() {}

    /// The claims of a link; its signature is verified with the book's key for its domain.
    package init(_ link: SEP7Transaction, book: Book) {
        message = link.terms.message
        callback = link.terms.callback
        originDomain = link.terms.origin?.domain
        replace = link.replace
        networkAssumed = link.terms.namedNetwork == nil
        if let origin = link.terms.origin, let key = book.domain(origin.domain)?.linkKey {
            signatureVerifies = origin.isSigned(by: key)
        }
    }
}
