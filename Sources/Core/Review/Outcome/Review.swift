// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// Everything that a person is shown about one item to sign.
package struct Review: Sendable {
    package let kind: ReviewKind
    /// Nil for a message, payload or file, which is not bound to a network.
    package let network: Network?
    /// What would be signed; nil for a raw payload and a file.
    package let hash: TransactionHash?
    package let content: Content
    package let operations: [OperationReview]
    /// The tokens that it may move by contract calls; for a fee bump those of the inner transaction.
    package let tokens: KnownTokens
    /// Names for an authorization's calls.
    let interfaces: ContractInterfaces
    /// In the order of the rules: findings about the whole first, then by operation.
    package let findings: [Finding]
    package let signatures: [SignatureReview]
    package let challenge: ChallengeVerdict?
    /// For an authorization entry that calls the function of a contract account's login (SEP-45).
    package let contractLogin: ContractChallengeVerdict?
    /// Who can sign for the accounts that the transaction changes, after all its operations; empty for a transaction
    /// of a batch.
    package let authority: AuthorityForecast
    package let claims: Claims
    /// The account whose key would sign; nil if nothing will be signed, and for a key of another chain.
    package let key: AccountID?
    /// The key that would sign, of whatever chain.
    package let signer: KeyIdentity?
    package let now: Timestamp
    /// Provides the names of accounts.
    package let book: Book
    let limits: ReviewLimits
    private let within: [Review]
    /// The reviews of attached transactions, see `ReviewInput.companions`.
    package let companions: [Review]

    /// What is reviewed.
    package enum Content: Sendable {
        case transaction(Transaction)
        case feeBump(FeeBumpTransaction)
        case message([UInt8])
        case chainMessage(ChainMessage)
        case authorization(AuthorizationRequest)
        case file(FileStatement)
        case nothing
    }

    init(
        kind: ReviewKind, network: Network?, hash: TransactionHash?, content: Content,
        operations: [OperationReview] = [], tokens: KnownTokens = KnownTokens(),
        interfaces: ContractInterfaces = ContractInterfaces(),
        findings: [Finding], signatures: [SignatureReview] = [], challenge: ChallengeVerdict? = nil,
        contractLogin: ContractChallengeVerdict? = nil, authority: AuthorityForecast = AuthorityForecast(),
        inner: Review? = nil,
        companions: [Review] = [], input: ReviewInput, claims: Claims? = nil
    ) {
        self.kind = kind
        self.network = network
        self.hash = hash
        self.content = content
        self.operations = operations
        self.tokens = tokens
        self.interfaces = interfaces
        self.findings = findings
        self.signatures = signatures
        self.challenge = challenge
        self.contractLogin = contractLogin
        self.authority = authority
        self.claims = claims ?? input.claims
        key = input.key?.account
        signer = input.key?.identity
        now = input.now
        book = input.book
        limits = input.limits
        within = inner.map { [$0] } ?? []
        self.companions = companions
    }

    /// The full review of a fee bump's inner transaction.
    package var inner: Review? { within.first }

    /// The findings of this review, of the inner transaction and of the attached transactions.
    package var allFindings: [Finding] {
        findings + within.flatMap(\.allFindings) + companions.flatMap(\.allFindings)
    }

    /// The highest level of all findings; nil if there are none.
    package var level: Level? { allFindings.map(\.level).max() }

    /// What must be typed before signing, each hold once, in the order of the findings.
    package var holds: [Hold] {
        var seen: Set<Hold> = []
        return allFindings.compactMap(\.hold).filter { seen.insert($0).inserted }
    }
}

extension Review {
    /// A line of the journal has room for this many.
    private static let mostPaid = 500

    /// The addresses that receive value, each once, at most 500: destinations and claimants, and recipients of token
    /// transfers. An `M…` address is followed by its account's `G…` address, a `W…` address by its contract's
    /// `C…` address.
    package var paidAddresses: [StrKey] {
        var seen: Set<StrKey> = []
        var all = operations.flatMap { Self.paidAddresses(of: $0.operation.body, $0.facts) }
        if case .authorization(let asked) = content {
            let body = OperationBody.invokeHostFunction(asked.asOperation)
            all = Self.paidAddresses(of: body, body.facts)
        }
        let paid = all.filter { seen.insert($0).inserted }
        return Array(paid.prefix(Self.mostPaid))
    }

    private static func paidAddresses(of body: OperationBody, _ facts: OperationFacts) -> [StrKey] {
        var addresses = facts.destinations.map(\.strKey)
        if case .invokeHostFunction(let op) = body { addresses = op.calls.compactMap(\.recipientAddress) }
        return addresses.flatMap { address -> [StrKey] in
            switch address {
            case .muxed(let key, _): [address, .publicKey(key)]
            case .muxedContract(let contract, _): [address, .contract(contract)]
            default: [address]
            }
        }
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

/// One operation, as it is displayed, and what it says of itself.
///
/// Immutable. A class, because rules, sums and pages pass it on: it is large, and its facts are made once.
package final class OperationReview: Sendable {
    package let operation: Operation
    package let facts: OperationFacts

    private let pools: KnownPools
    private let tokens: KnownTokens

    private init(_ operation: Operation, pools: KnownPools, tokens: KnownTokens) {
        self.operation = operation
        facts = operation.body.facts
        self.pools = pools
        self.tokens = tokens
    }

    /// All operations of a transaction.
    ///
    /// - Parameters:
    ///   - pools: known pools, in addition to those that the transaction itself names.
    ///   - tokens: the tokens whose calls are shown in their units.
    package static func all(
        of transaction: Transaction, pools: KnownPools, tokens: KnownTokens
    ) -> [OperationReview] {
        let pools = pools.adding(transaction)
        return transaction.operations.map { OperationReview($0, pools: pools, tokens: tokens) }
    }

    /// The protocol's name: `path_payment_strict_send`.
    package var type: String { operation.type.name }
    /// The operation's own source; nil when it is the transaction's.
    package var source: MuxedAccount? { operation.sourceAccount }
    package var summary: Phrase { OperationSummary.of(operation.body, pools: pools, tokens: tokens) }

    /// Every field of the operation, by its schema name.
    package var fields: [Field] {
        FieldDump.of(operation.body).dropFirst().map { field in
            // The union's arm is the operation itself: `paymentOp.amount` is its `amount`.
            let parts = field.path.split(separator: ".", maxSplits: 1)
            return parts.count == 2 && parts[0].hasSuffix("Op")
                ? Field(path: String(parts[1]), value: field.value) : field
        }
    }
}
