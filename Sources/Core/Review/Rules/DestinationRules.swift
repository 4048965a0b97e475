// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Rules about where value goes.
extension Rules {
    static let destinations = [
        Rule(.newDestination, .operation([], newDestination)),
        Rule(.ownAccount, .operation([], ownAccount)),
        Rule(.claimedName, .transaction(claimedNames)),
        Rule(.memoMissing, .operation([], memoMissing)),
        Rule(.memoChanged, .operation([], memoChanged)),
        Rule(.muxed, .operation([], muxed), .transaction(muxedSource)),
        Rule(.otherMuxedID, .operation([], otherMuxedID)),
        Rule(
            .unpinnedWithdrawal,
            .operation([]) { context, findings in
                guard let domain = context.transaction.input.claims.withdrawalDomain else { return }
                let pinned = context.book.domain(domain)?.withdrawalAccounts ?? []
                var told: Set<SCAddress> = []
                for case let to? in context.movements.filter(\.canNeedMemo).map(\.to) {
                    if let recipient = to.recipient, pinned.contains(recipient.account) { continue }
                    guard told.insert(to).inserted else { continue }
                    findings.hold(
                        """
                        the request calls this a withdrawal through \(name: Array(domain.utf8)), but the book does not \
                        have \(to) for it
                        """, about: to.strKey)
                }
            }),
        Rule(.anchorAccount, .operation([], anchorAccount)),
    ]

    private static func newDestination(_ context: OperationContext, _ findings: inout Findings) {
        let movements = context.movements
        let destinations = context.destinations
        if movements.isEmpty { return }
        // The operation's own line already has the address of a single destination.
        let isInLine = destinations.count == 1 && !movements.contains(where: \.isNested)
        for destination in destinations where !context.isKnown(destination.account) {
            if isInLine {
                findings.warn(unknown, target: "\(destination)")
            } else {
                findings.warn(unknown(destination))
            }
        }
        var told: Set<SCAddress> = []
        for movement in movements {
            guard let to = movement.to, to.recipient == nil, !context.isKnownContract(to), told.insert(to).inserted
            else { continue }
            findings.warn(
                movement.isNested
                    ? "the destination \(to) is a contract: who can move what it holds cannot be told here"
                    : "the destination is a contract: who can move what it holds cannot be told here", target: "\(to)")
        }
    }

    /// Made once: in a batch it may be said of every payment.
    private static let unknown: Phrase = "the destination \(isNotInBook)"

    private static func unknown(_ destination: MuxedAccount) -> Phrase {
        "the destination \(destination) \(isNotInBook)"
    }

    private static let isNotInBook: Phrase =
        """
        is not in the book. Check it with the recipient; '\(step: .sign(.addContact))' makes it known
        """

    /// An account that many customers of an anchor pay to: only the memo tells whom the anchor credits.
    private static func anchorAccount(_ context: OperationContext, _ findings: inout Findings) {
        guard context.book.hasWithdrawalAccounts else { return }
        let withdrawal = context.transaction.input.claims.withdrawalDomain
        let isWithoutMemo = context.memo == .none
        for destination in context.movements.filter({ $0.form != .creation }).recipients {
            let domains = context.book.domains(withdrawingTo: destination.account)
            guard let domain = domains.first, !domains.contains(where: { $0 == withdrawal }) else {
                continue
            }
            let whose: Phrase =
                "\(destination) is where \(name: Array(domain.utf8)) receives withdrawals, and the request names no withdrawal"
            if isWithoutMemo, destination.id == nil {
                findings.hold(
                    """
                    \(whose). Without a memo the anchor cannot tell whom to credit: use '\(step: .anchor(.payAnyWithdrawal))', which takes the memo \
                    from the anchor
                    """, about: destination.strKey)
            } else {
                let what: Phrase =
                    destination.id.map { "the id \($0)" } ?? "the memo \(Phrase(context.memo))"
                findings.warn("\(whose): \(what) decides whom the anchor credits. Compare it with the anchor's page")
            }
        }
    }

    private static func ownAccount(_ context: OperationContext, _ findings: inout Findings) {
        for destination in context.destinations {
            let account = destination.account
            if context.isToItself(destination) {
                findings.info(
                    context.type == .payment
                        ? "a payment to the account itself: its balance does not change"
                        : "an exchange within the account: what arrives stays in it")
            } else if account == context.transaction.key {
                findings.info("the destination is the signing key's own account")
            } else if !context.book.knows(account), context.transaction.input.ownAccounts.contains(account) {
                findings.info(
                    """
                    a key file in this vault says that the destination is its account; nothing proves it until its PIN is typed, \
                    and anyone who can write to the vault can put such a file there
                    """)
            }
        }
    }

    /// Compares the request's names for the transaction's accounts with the book: a name that belongs to someone else
    /// there is how a supplier is swapped.
    private static func claimedNames(_ context: TransactionContext, _ findings: inout Findings) {
        let claimed = context.input.claims.names
        if claimed.isEmpty { return }
        let book = context.input.book
        let keys = AccountCollector.keys(in: context.transaction)
        for (account, name) in claimed where keys.contains(account.key) {
            let said = Phrase(quoting: Array(name.utf8))
            let own = book.names(of: MuxedAccount(account))
            if own.contains(where: { ConfusableSkeleton.of($0) == ConfusableSkeleton.of(name) }) { continue }
            if let other = book.contacts(called: name).first {
                findings.hold(
                    """
                    the request calls \(account) \(said), but the book has that name for \(other.holder)
                    """, about: .publicKey(account.key))
            } else if let known = own.first {
                findings.warn(
                    "the request calls \(account) \(said), but the book calls it \(text: Array(known.utf8))")
            }
        }
    }

    private static func memoMissing(_ context: OperationContext, _ findings: inout Findings) {
        for destination in context.receivers {
            let terms = context.book.terms(of: destination.holder)
            if let terms, let said = missing(terms, destination, context) {
                findings.hold(said, about: destination.strKey)
            } else if destination.id == nil, context.memo == .none, terms?.wantsMemo != true,
                let account = destination.account,
                context.transaction.input.claims.memoRequired.contains(account.account),
                context.movements.contains(where: { $0.canNeedMemo && $0.recipient == account })
            {
                findings.hold(
                    "the request says that \(destination) requires a memo, and there is none", about: destination.strKey
                )
            }
        }
    }

    /// What the book requires of a payment and it does not have; nil if it has that, or something in its place.
    private static func missing(
        _ terms: PaymentTerms, _ destination: RecipientAddress, _ context: OperationContext
    ) -> Phrase? {
        let memo = context.memo
        if memo == .none {
            guard let id = destination.id else {
                if terms.wantsMemo { return "the book says that \(destination) requires a memo, and there is none" }
                if terms.ids.isEmpty || terms.isPlain { return nil }
                return "the book has \(destination) only under \(terms.names), and there is neither an id nor a memo"
            }
            // W-MUXSWAP reports an id other than those in the book.
            if terms.ids.contains(id) || !terms.memos.isEmpty { return nil }
        } else if terms.has(memo) || !terms.memos.isEmpty {
            return nil
        }
        guard let kinds = terms.kinds, !kinds.isEmpty, !kinds.contains(memo.kind) else { return nil }
        if let id = destination.id, kinds.contains("id") || terms.ids.contains(id) { return nil }
        let wanted = kinds.sorted().joined(separator: " or ")
        let this: Phrase = memo == .none ? "there is none" : "this is \(Phrase(memo))"
        return "the book says that \(destination) requires a memo of the kind \(plain: wanted), and \(this)"
    }

    private static func memoChanged(_ context: OperationContext, _ findings: inout Findings) {
        let memo = context.memo
        if memo == .none { return }
        for destination in context.destinations {
            guard let terms = context.book.terms(of: destination.account), !terms.has(memo) else { continue }
            if let id = destination.id {
                // Only the recipient can say which of the two counts.
                if terms.memos.isEmpty || terms.ids.contains(id) { continue }
            } else if terms.memos.isEmpty {
                // W-MUXSWAP reports another id.
                if terms.ids.isEmpty || terms.isPlain || terms.kinds != nil || memo.kind == "id" { continue }
            }
            findings.hold(
                "the book has \(terms.names) for \(destination), and this is \(Phrase(memo))", about: destination.strKey
            )
        }
    }

    /// A memo of type id is an id, too, where the book pins no memo.
    private static func otherMuxedID(_ context: OperationContext, _ findings: inout Findings) {
        for destination in context.receivers {
            guard let terms = context.book.terms(of: destination.holder), terms.isPinned else { continue }
            if let id = destination.id, !terms.knownIDs.contains(id) {
                let kind = destination.account == nil ? "contract" : "account"
                findings.hold(
                    """
                    \(destination) is the known \(plain: kind) \(destination.holder) under the id \(id), which the book \
                    does not have
                    """, about: destination.strKey)
            } else if destination.id == nil, terms.memos.isEmpty,
                case .id(let id) = context.memo,
                !terms.ids.contains(id)
            {
                findings.hold(
                    """
                    the memo sends this to the known account \(destination) under the id \(id), which the book does not \
                    have
                    """, about: destination.strKey)
            }
        }
    }

    private static func muxed(_ context: OperationContext, _ findings: inout Findings) {
        var accounts = context.destinations
        if let source = context.operation.sourceAccount { accounts.append(source) }
        if let holder = context.facts.transfer?.holder { accounts.append(holder) }
        for account in accounts {
            if let id = account.id { findings.info("\(account) is the account \(account.account) under the id \(id)") }
        }
        for muxed in context.muxedContracts {
            let address = SCAddress.muxedContract(muxed)
            findings.info("\(address) is the contract \(StrKey.contract(muxed.contractId)), for the user \(muxed.id)")
        }
        let memo = context.memo
        guard memo != .none else { return }
        for destination in context.destinations where destination.id != nil {
            findings.warn(
                """
                \(destination) has an id of its own, and there is also the memo \(Phrase(memo)): the receiver will ignore one of \
                them
                """
            )
        }
    }

    private static func muxedSource(_ context: TransactionContext, _ findings: inout Findings) {
        let source = context.transaction.sourceAccount
        guard let id = source.id else { return }
        findings.info("the source \(source) is the account \(source.account) under the id \(id)")
        let memo = context.transaction.memo
        if memo != .none {
            findings.warn(
                "the source \(source) has an id of its own, and there is also the memo \(Phrase(memo)): one of them may be ignored"
            )
        }
    }
}

extension OperationContext {
    /// Whether the account is in the book, pinned for withdrawals, the source itself, or that of the key that signs.
    fileprivate func isKnown(_ account: AccountID) -> Bool {
        account == source.account || account == transaction.key || book.knows(account)
            || book.isWithdrawalAccount(account)
    }

    /// Whether this is a payment from an account to itself.
    fileprivate func isToItself(_ destination: MuxedAccount) -> Bool {
        guard let form = facts.transfer?.form, form == .payment || form == .pathPayment else { return false }
        return destination.account == source.account
    }

    /// Whether the book has the contract as a contact, or as an account, which can move what it gets.
    fileprivate func isKnownContract(_ address: SCAddress) -> Bool {
        guard let id = address.contract else { return false }
        return book.terms(of: .contract(id)) != nil || book.pin(of: id, on: transaction.network)?.account != nil
    }

    /// The contracts with an id that are arguments of a call, each once.
    fileprivate var muxedContracts: [MuxedContract] {
        guard type == .invokeHostFunction, case .invokeHostFunction(let op) = body else { return [] }
        var seen: Set<MuxedContract> = []
        return op.calls.flatMap(\.args).compactMap { argument -> MuxedContract? in
            guard case .address(.muxedContract(let muxed)) = argument, seen.insert(muxed).inserted else { return nil }
            return muxed
        }
    }
}
