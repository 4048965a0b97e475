// SPDX-License-Identifier: Apache-2.0

package import Codec
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
    /// What a transaction pays; nothing for a fee bump, whose inner transaction pays.
    @Indirect package private(set) var payments: PaymentReview
    /// In the order of the rules: findings about the whole first, then by operation.
    package let findings: [Finding]
    package let signatures: [SignatureReview]
    @Indirect package private(set) var challenge: ChallengeVerdict?
    /// For an authorization entry that calls the function of a contract account's login (SEP-45).
    package let contractLogin: ContractChallengeVerdict?
    /// Who can sign for the accounts that the transaction changes, after all its operations; empty for a transaction
    /// of a batch.
    @Indirect package private(set) var authority: AuthorityForecast
    @Indirect package private(set) var claims: Claims
    /// The account whose key would sign; nil if nothing will be signed, and for a key of another chain.
    package let key: AccountID?
    /// The key that would sign, of whatever chain.
    package let signer: KeyIdentity?
    package let now: Timestamp
    /// Provides the names of accounts.
    @Indirect package private(set) var book: Book
    @Indirect private(set) var limits: ReviewLimits
    private let within: [Review]
    /// The reviews of attached transactions, see `ReviewInput.companions`.
    package let companions: [Review]

    /// What is reviewed.
    package indirect enum Content: Sendable {
        case transaction(Transaction)
        case feeBump(FeeBumpTransaction)
        case message([UInt8])
        case chainMessage(ChainMessage)
        case authorization(AuthorizationRequest)
        case file(FileStatement)
        case nothing
    }

    fileprivate init(
        kind: ReviewKind, network: Network?, hash: TransactionHash?, content: Content,
        operations: [OperationReview] = [], tokens: KnownTokens = KnownTokens(),
        interfaces: ContractInterfaces = ContractInterfaces(),
        findings: [Finding], signatures: [SignatureReview] = [], challenge: ChallengeVerdict? = nil,
        contractLogin: ContractChallengeVerdict? = nil, authority: AuthorityForecast = AuthorityForecast(),
        payments: PaymentReview = PaymentReview(), inner: Review? = nil,
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
        self.payments = payments
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
        if case .invokeHostFunction(let op) = body { addresses = op.calls.compactMap { $0.recipient?.strKey } }
        return addresses.flatMap { address -> [StrKey] in
            switch address {
            case .muxed(let key, _): [address, .publicKey(key)]
            case .muxedContract(let contract, _): [address, .contract(contract)]
            default: [address]
            }
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

/// Makes the review of an input: collects the facts and runs every rule.
package struct Reviewer: Sendable {
    @Indirect private var input: ReviewInput
    private let table = RuleTable.standard

    /// The limit on signature checks for one input and its attached transactions: a third of a second of CPU time.
    package static let mostSignatureChecks = 6000

    /// The number of signature checks for an input, including those of a fee bump's inner transaction but not of
    /// companions.
    package static func signatureChecks(for input: ReviewInput) -> Int {
        guard case .envelope(let envelope, _) = input.subject else { return 0 }
        let outer = checks(of: envelope, envelope.signatures.elements, input)
        guard case .feeBump(let bump) = envelope.content else { return outer }
        return outer + checks(of: bump.inner, bump.inner.signatures.elements, input)
    }

    private static func checks(
        of envelope: some XDRCodable, _ signatures: [DecoratedSignature], _ input: ReviewInput
    ) -> Int {
        if signatures.isEmpty { return 0 }
        let candidates = SignatureCandidates(of: envelope, signatures, input)
        return candidates.areTooMany ? 0 : candidates.checks
    }

    private init(_ input: ReviewInput) { self.input = input }

    /// - Returns: the reviewed input; `ReviewedItem.approve` decides whether it may be signed.
    package static func review(_ input: ReviewInput) -> ReviewedItem {
        ReviewedItem(review: Reviewer(input).review(), input: input)
    }

    private func review() -> Review {
        switch input.subject {
        case .envelope(let envelope, let network): review(HashedTransaction(envelope, on: network))
        case .message(let bytes):
            bare(
                .message, .message(bytes), StellarMessage.hash(of: bytes), sources: input.claims.signers.map(\.account))
        case .chainMessage(let message): bare(.message, .chainMessage(message), message.hash, sources: [])
        case .authorization(let asked, let network): review(asked, on: network)
        case .bareHash(let hash): bare(.hash, .nothing, hash, sources: [])
        case .file(let file):
            // The user names the key that signs a file; there is no account to which it would have to belong.
            bare(.file, .file(file), nil, sources: input.key?.account.map { [$0] } ?? [])
        case .payload: bare(.payload, .nothing, nil, sources: input.claims.signers.map(\.account))
        }
    }

    /// The review of a subject without a network and signatures.
    private func bare(_ kind: ReviewKind, _ content: Review.Content, _ hash: TransactionHash?, sources: [AccountID])
        -> Review
    {
        var findings = Findings()
        table.check(RequestContext(input: input, kind: kind, hash: hash, sources: sources), &findings)
        return Review(
            kind: kind, network: nil, hash: hash, content: content, findings: findings.list, input: input)
    }

    private func review(_ hashed: HashedTransaction) -> Review {
        let (envelope, network, hash) = (hashed.envelope, hashed.network, hashed.hash)
        let kind = ReviewKind(envelope)
        let tokens = tokens(of: envelope.innermost, on: network)
        let operations = OperationReview.all(of: envelope.innermost, pools: input.claims.pools, tokens: tokens)
        let authority = authority(of: hashed, operations)
        let companions = companions(on: network, after: authority)
        let signatures = Self.signatures(of: envelope, envelope.signatures.elements, hash, input)
        let challenge = verdict(on: hashed, kind)
        var findings = Findings()
        table.check(
            RequestContext(
                input: input, kind: kind, hash: hash, sources: sources(of: envelope), signatures: signatures,
                login: challenge), &findings)
        refuseCandidates(of: envelope, envelope.signatures.elements, &findings)
        switch envelope.content {
        case .feeBump(let bump):
            let inner = inner(of: bump, hashed.innermostHash, operations, tokens, on: network, authority)
            let context = FeeBumpContext(
                input: input, network: network, bump: bump, innerHash: hashed.innermostHash, tokens: tokens)
            table.check(context, &findings)
            return Review(
                kind: kind, network: network, hash: hash, content: .feeBump(bump), tokens: tokens,
                findings: findings.list, signatures: signatures, inner: inner, companions: companions, input: input)
        case .transaction(let transaction):
            let interfaces = ContractInterfaces(of: transaction, on: network, input)
            var payments = PaymentReview()
            if kind != .challenge {
                payments = PaymentReview(transaction, operations, hash, on: network, input)
                let context = TransactionContext(
                    input: input, network: network, transaction: transaction, operations: operations, hash: hash,
                    signatures: envelope.signatures.elements, isInner: false, authority: authority, tokens: tokens,
                    interfaces: interfaces, payments: payments)
                table.check(context, &findings)
            }
            return Review(
                kind: kind, network: network, hash: hash, content: .transaction(transaction),
                operations: operations, tokens: tokens, interfaces: interfaces, findings: findings.list,
                signatures: signatures, challenge: challenge, authority: authority, payments: payments,
                companions: companions, input: input)
        }
    }

    /// Reviews an authorization entry by the rules about requests, and by those about operations as if its first call
    /// were a transaction's.
    private func review(_ asked: AuthorizationRequest, on network: Network) -> Review {
        let hash = asked.payload(on: network)
        let tokens = KnownTokens(on: network, book: input.book, policy: input.policy)
        let interfaces = ContractInterfaces(of: asked, on: network, input)
        let credentials = asked.entry.credentials
        let account = credentials.address?.address.account
        let delegates = credentials.delegates.compactMap(\.address.account)
        let login = ContractChallengeVerdict(input)
        var findings = Findings()
        table.check(
            RequestContext(
                input: input, kind: .authorization, hash: hash, sources: (account.map { [$0] } ?? []) + delegates,
                contractLogin: login), &findings)
        let transaction = asked.asTransaction(by: account ?? input.key?.account ?? .ed25519(Uint256()))
        var payments = PaymentReview()
        // A valid login authorizes a call that moves nothing, and no further ones.
        if login?.isValid != true {
            let operations = OperationReview.all(of: transaction, pools: input.claims.pools, tokens: tokens)
            if let hash { payments = PaymentReview(of: asked, transaction, hash, on: network, input) }
            let context = TransactionContext(
                input: input, network: network, transaction: transaction, operations: operations,
                hash: asked.identity(on: network), signatures: [], isInner: false,
                authority: AuthorityForecast(), tokens: tokens, interfaces: interfaces, payments: payments)
            for operation in operations {
                table.check(OperationContext(transaction: context, operation: operation), &findings)
            }
        }
        return Review(
            kind: .authorization, network: network, hash: hash, content: .authorization(asked), tokens: tokens,
            interfaces: interfaces, findings: findings.list, contractLogin: login, payments: payments, input: input)
    }

    private func inner(
        of bump: FeeBumpTransaction, _ hash: TransactionHash, _ operations: [OperationReview], _ tokens: KnownTokens,
        on network: Network, _ authority: AuthorityForecast
    ) -> Review {
        let envelope = bump.inner
        let signatures = Self.signatures(of: envelope, envelope.signatures.elements, hash, input)
        let interfaces = ContractInterfaces(of: envelope.tx, on: network, input)
        var findings = Findings()
        let context = TransactionContext(
            input: input, network: network, transaction: envelope.tx, operations: operations, hash: hash,
            signatures: envelope.signatures.elements, isInner: true, authority: authority, makers: signatures,
            tokens: tokens, interfaces: interfaces)
        table.check(context, &findings)
        refuseCandidates(of: envelope, envelope.signatures.elements, &findings)
        return Review(
            kind: .transaction, network: network, hash: hash, content: .transaction(envelope.tx),
            operations: operations, tokens: tokens, interfaces: interfaces, findings: findings.list,
            signatures: signatures, authority: authority, input: input, claims: Claims())
    }

    private func tokens(of transaction: Transaction, on network: Network) -> KnownTokens {
        KnownTokens(for: transaction, on: network, book: input.book, policy: input.policy)
    }

    private func authority(
        of transaction: HashedTransaction, _ operations: [OperationReview]
    ) -> AuthorityForecast {
        var forecast = input.forecast
        if !input.isPartOfBatch, let step = AuthorityStep(transaction, operations) {
            forecast.apply(step, book: input.book, claims: input.claims)
        }
        return forecast
    }

    /// The reviews of the attached transactions, by all rules except those about our key. Each is applied after the
    /// transaction that authorizes it.
    private func companions(on network: Network, after authority: AuthorityForecast) -> [Review] {
        var left = max(0, input.checksLeft - Self.signatureChecks(for: input))
        let after = authority.restarted
        let companions = input.companions.map { HashedTransaction($0, on: network) }
        // The last one is judged together with those before it: any of them may be applied, in any order.
        var together = after
        for step in companions.dropLast().compactMap({ AuthorityStep($0) }) {
            together.apply(step, book: input.book, claims: Claims())
        }
        return companions.enumerated().map { index, companion in
            var own = ReviewInput(companion.envelope, on: network, now: input.now)
            own.checksLeft = left
            own.book = input.book
            own.limits = input.limits
            own.policy = input.policy
            own.history = input.history
            own.countedUpTo = input.countedUpTo
            own.forecast = index + 1 == companions.count ? together : after
            left -= Self.signatureChecks(for: own)
            return Reviewer(own).review(companion)
        }
    }

    private func verdict(on transaction: HashedTransaction, _ kind: ReviewKind) -> ChallengeVerdict? {
        guard kind == .challenge else { return nil }
        return ChallengeVerdict(transaction, expecting: ChallengeExpectation(input), at: input.now)
    }

    /// The accounts for which a signature over the envelope's hash counts.
    private func sources(of envelope: TransactionEnvelope) -> [AccountID] {
        switch envelope.content {
        case .feeBump(let bump): return [bump.feeSource.account]
        case .transaction(let transaction):
            if transaction.hasShapeOfChallenge { return loginAccounts(of: transaction) }
            var seen: Set<AccountID> = []
            let all =
                [transaction.sourceAccount.account] + transaction.operations.compactMap { $0.sourceAccount?.account }
            return all.filter { seen.insert($0).inserted }
        }
    }

    /// The accounts of a login: the one that logs in, and the client domain's key. The server has already signed.
    private func loginAccounts(of transaction: Transaction) -> [AccountID] {
        let server = transaction.sourceAccount.account
        return transaction.operations.compactMap { $0.sourceAccount?.account }.filter { $0 != server }
    }

    /// The maker of each signature, among all accounts named anywhere; none if there are too many of them.
    static func signatures(
        of envelope: some XDRCodable, _ signatures: [DecoratedSignature], _ hash: TransactionHash, _ input: ReviewInput
    ) -> [SignatureReview] {
        if signatures.isEmpty { return [] }
        let candidates = SignatureCandidates(of: envelope, signatures, input)
        let makers = signatures.signers(of: hash, among: candidates.tried)
        return zip(signatures, makers).map { signature, maker in
            let claimed = maker == nil ? candidates.claimed(by: signature) : nil
            return SignatureReview(
                hint: signature.hint, account: maker.map { .ed25519($0) }, claimed: claimed.map { .ed25519($0) })
        }
    }

    private func refuseCandidates(
        of envelope: some XDRCodable, _ signatures: [DecoratedSignature], _ findings: inout Findings
    ) {
        guard !signatures.isEmpty else { return }
        let candidates = SignatureCandidates(of: envelope, signatures, input)
        guard candidates.areTooMany else { return }
        findings.rule = .malformed
        findings.refuse(
            """
            too many accounts match the hints of the signatures: \(candidates.checks) checks would be needed, and at most \
            \(candidates.mostChecks) are made
            """)
    }
}
