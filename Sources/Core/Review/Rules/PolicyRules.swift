// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Checks what would be signed against a policy; each violation names the member of the policy that does not allow it.
extension Rules {
    static let policies = [
        Rule(.policy, .request(policy), .transaction(policySums), .operation([], policy), .feeBump(policySums)),
        Rule(
            .clock,
            .request { context, findings in
                guard let latest = context.input.laterKnown else { return }
                findings.hold(
                    """
                    the given time is before the journal's last entry at \(latest); the later of the two counts
                    """, typing: "earlier")
            }),
        Rule(.record, .request(record)),
        Rule(
            .bookOwner,
            .request { context, findings in
                guard let owner = context.input.unknownOwner else { return }
                findings.hold(
                    """
                    the book was signed with the key \(ForeignName(owner.name)), list key \(hex: owner.listKey), and this key sees it \
                    for the first time: the holder of that key decides what counts as known
                    """, typing: Hex.encode(owner.listKey.suffix(3)))
            }),
    ]

    private static func record(_ context: RequestContext, _ findings: inout Findings) {
        let input = context.input
        for writer in input.unknownWriters {
            guard !input.isUnattended else {
                findings.info(
                    """
                    this key has not accepted the journal lines of key \(ForeignName(writer.name)): they add findings and remove none. \
                    Sign once at a terminal to accept them
                    """)
                continue
            }
            if let accepted = writer.accepted {
                findings.hold(
                    """
                    vault/seal.\(ForeignName(writer.name)) names the record key \(hex: writer.recordKey), but this key has accepted key \
                    \(ForeignName(writer.name)) with record key \(hex: accepted). A key keeps its record key: unless you deleted key \
                    \(ForeignName(writer.name)) and made another of this name, someone has forged that seal; do not sign
                    """, typing: Hex.encode(writer.recordKey.suffix(3)))
                continue
            }
            findings.hold(
                """
                key \(ForeignName(writer.name)) has signed lines of the journal, with record key \(hex: writer.recordKey): if you made \
                that key, accept its lines; if not, do not sign, and find out who can write to this vault
                """, typing: Hex.encode(writer.recordKey.suffix(3)))
        }
        if input.uncoveredLines > 0 {
            findings.warn(
                """
                \(input.uncoveredLines) journal lines of an earlier release are not covered by this key's seal: they add \
                findings and remove none; see them with \(step: .sign(.reviewJournal))
                """)
        }
    }

    private static func policy(_ context: RequestContext, _ findings: inout Findings) {
        guard let policy = context.input.policy else { return }
        findings.info("a policy is set; that it is yours only the PIN can prove")
        // The later of the two: a time that was told cannot bring an ended policy back.
        let now = max(context.input.countedUpTo ?? context.input.now, context.input.now)
        if let end = policy.expires, now >= end {
            findings.refuse("expires: the policy ended at \(end)")
        }
        switch context.kind {
        case .transaction: break
        case .feeBump:
            if !policy.operations.allows("fee_bump") { findings.refuse("operations: fee_bump is not allowed") }
        case .challenge: login(context, policy, &findings)
        case .message:
            if !policy.messages { findings.refuse("messages: no message is signed") }
        case .authorization where context.isContractLogin:
            check(login: context.contractLogin?.homeDomain ?? [], policy, &findings)
        case .authorization:
            findings.refuse(
                "no authorization entry is signed alone while there is a policy: anyone could use it in any transaction"
            )
        case .hash, .payload, .file: findings.refuse("only transactions, logins and messages are allowed")
        }
        if let network = context.input.subject.network, !policy.networks.contains(network) {
            findings.refuse("networks: \(text: Array(network.passphrase.utf8)) is not allowed")
        }
        if context.input.laterKnown != nil, policy.perDay != .unlimited {
            findings.refuse("maximum_per_day: cannot be counted with a time before the journal's last entry")
        }
    }

    private static func login(_ context: RequestContext, _ policy: Policy, _ findings: inout Findings) {
        guard case .envelope(let envelope, _) = context.input.subject,
            case .manageData(let entry) = envelope.innermost.operations.first?.body
        else { return }
        check(login: Array(entry.dataName.bytes.dropLast(5)), policy, &findings)
    }

    private static func check(login domain: [UInt8], _ policy: Policy, _ findings: inout Findings) {
        if !policy.logins.allows(String(decoding: domain, as: UTF8.self)) {
            findings.refuse("logins: \(text: domain) is not allowed")
        }
    }

    private static func policySums(_ context: TransactionContext, _ findings: inout Findings) {
        guard let policy = context.input.policy, !context.isInner else { return }
        let transaction = context.transaction
        check(Int64(transaction.fee), policy, &findings)
        check(
            Spending(transaction, tokens: context.tokens), context.hash, on: context.network, context.input, policy,
            &findings)
        guard transaction.memo == .none else { return }
        for operation in context.operations {
            let source = operation.source ?? transaction.sourceAccount
            let movements = Movement.all(of: operation, by: source, context.tokens)
            for destination in movements.filter(\.canNeedMemo).recipients
            where destination.id == nil && policy.memoRequired.allows(destination.account) {
                findings.refuse("memo_required: \(destination) needs a memo")
            }
        }
    }

    private static func policySums(_ context: FeeBumpContext, _ findings: inout Findings) {
        guard let policy = context.input.policy else { return }
        check(context.bump.fee, policy, &findings)
        var spending = Spending(fee: context.bump.fee)
        // A payer who also signs for the inner transaction spends what that spends, too.
        if context.bump.inner.tx.sourceAccount.account == context.input.key?.account {
            spending = Spending(context.bump.inner.tx, fee: context.bump.fee, tokens: context.tokens)
        }
        let hash = TransactionEnvelope.txFeeBump(
            FeeBumpTransactionEnvelope(tx: context.bump, signatures: BoundedArray())
        ).hash(on: context.network)
        check(spending, hash, on: context.network, context.input, policy, &findings)
    }

    private static func check(_ fee: Int64, _ policy: Policy, _ findings: inout Findings) {
        guard Amount(stroops: fee) > policy.fee else { return }
        findings.refuse("maximum_fee: \(Amount(stroops: fee)) XLM is more than \(policy.fee)")
    }

    private static func check(
        _ spending: Spending, _ hash: TransactionHash, on network: Network, _ input: ReviewInput, _ policy: Policy,
        _ findings: inout Findings
    ) {
        let before = input.history.spent(since: input.dayStart, except: hash)
        for (asset, amount) in spending.sorted where amount > 0 {
            guard let most = policy.perTransaction.most(of: asset), amount > most.stroops else { continue }
            findings.refuse("maximum_per_transaction: \(words(amount, asset)) is more than \(most)")
        }
        // A signature also lets go of everything that it pre-authorizes.
        let companions = input.companions.map { envelope in
            Spending(envelope) { KnownTokens(for: $0, on: network, book: input.book, policy: policy) }
        }
        for (asset, amount) in spending.adding(companions).sorted where amount > 0 {
            guard let most = policy.perDay.most(of: asset) else { continue }
            let earlier = max(before[asset] ?? 0, before[Spending.anything] ?? 0)
            let (sum, isTooMuch) = amount.addingReportingOverflow(earlier)
            if isTooMuch || sum > most.stroops {
                findings.refuse(
                    """
                    maximum_per_day: \(words(amount, asset)) and \(words(earlier, asset)) in the 24 hours before are more \
                    than \(most)
                    """)
            }
        }
    }

    private static func words(_ amount: Int64, _ asset: String) -> Phrase {
        let shown: Phrase = amount == Spending.unlimited ? "any amount" : "\(Amount(stroops: amount))"
        if asset == Spending.anything { return "any amount of any asset" }
        return "\(shown) of \(plain: asset)"
    }

    private static func policy(_ context: OperationContext, _ findings: inout Findings) {
        guard let policy = context.transaction.input.policy, !context.transaction.isInner else { return }
        let name = context.type.name
        if !policy.operations.allows(name) { findings.refuse("operations: \(plain: name) is not allowed") }
        for destination in context.facts.destinations.map({ RecipientAddress($0) })
        where !isAllowed(destination, context, policy) {
            refuse(destination, context, &findings)
        }
        if let moved = context.moved {
            for asset in moved where !policy.assets.allows(asset.text) {
                findings.refuse("assets: \(asset) is not allowed")
            }
        } else if policy.assets != .any {
            findings.refuse("assets: which \(plain: name) moves cannot be told")
        }
        contract(context, policy, &findings)
    }

    /// A contract can move anything anywhere, unless it is a known token's and only moves of that token are called.
    private static func contract(_ context: OperationContext, _ policy: Policy, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for call in op.calls where !policy.allows(call) {
            findings.refuse(
                "functions: \(text: Array(call.functionName.bytes)) of \(call.contractAddress) is not allowed")
        }
        if policy.functions != nil, !op.executables.isEmpty || op.isUpload {
            findings.refuse("functions: no code is uploaded and no contract created while only some calls are allowed")
        }
        for call in op.calls where call.isNamed("approve") && TokenCall(call)?.isUnlimited != false {
            findings.refuse("an allowance without limit is not allowed by any policy")
        }
        let moves = context.transaction.tokens.moves(of: op)
        guard moves.isAll else {
            if policy.assets != .any { findings.refuse("assets: which a contract moves cannot be told") }
            if policy.destinations != .any { findings.refuse("destinations: where a contract pays cannot be told") }
            return
        }
        for call in op.calls.compactMap(TokenCall.init) {
            guard case .trust = call.action, let token = context.transaction.tokens.token(of: call),
                !policy.assets.allows(token.text)
            else { continue }
            findings.refuse("assets: \(token) is not allowed")
        }
        for move in moves.known {
            if !policy.assets.allows(move.token.text) { findings.refuse("assets: \(move.token) is not allowed") }
            guard let address = move.to else { continue }
            guard let destination = address.recipientAddress else {
                if policy.destinations != .any { findings.refuse("destinations: \(address) is not allowed") }
                continue
            }
            if !isAllowed(destination, context, policy) { refuse(destination, context, &findings) }
        }
    }

    private static func refuse(
        _ destination: RecipientAddress, _ context: OperationContext, _ findings: inout Findings
    ) {
        let memo = context.transaction.transaction.memo
        findings.refuse(
            memo == .none
                ? "destinations: \(destination.strKey) is not allowed"
                : "destinations: \(destination.strKey) with the memo \(Phrase(memo)) is not allowed")
    }

    /// Whether the policy lets value go to exactly this recipient. An id beside a memo names two recipients, and is
    /// neither.
    private static func isAllowed(_ address: RecipientAddress, _ context: OperationContext, _ policy: Policy) -> Bool {
        if policy.destinations == .any { return true }
        let memo = context.transaction.transaction.memo
        if address.id != nil, memo != .none { return false }
        switch policy.destinations {
        case .any: return true
        case .book:
            let terms = context.book.terms(of: address.holder)
            guard case .account(let account) = address.holder else { return terms?.allows(address, memo) == true }
            if account == context.transaction.input.key?.account { return true }
            return context.book.knows(account) && terms?.allows(address, memo) != false
        case .only(let addresses):
            guard addresses.contains(address) || addresses.contains(RecipientAddress(address.holder)) else {
                return false
            }
            // As in the book: ids that the list names for an account exclude its other ids, also where the account
            // itself is listed.
            let listed = addresses.filter { $0.holder == address.holder }
            let contacts = listed.map { Contact(name: "", $0.holder, ids: $0.id.map { [$0] } ?? []) }
            return PaymentTerms(contacts).allows(address, memo)
        }
    }
}

extension OperationContext {
    /// The assets that it moves, offers, trusts, or lets be trusted; nil if only the ledger names them.
    fileprivate var moved: [Asset]? {
        if facts.balance != nil { return nil }
        guard let pool = facts.pool else { return assets }
        return transaction.input.claims.pools.adding(transaction.transaction)[pool].map { [$0.a, $0.b] }
    }
}
