// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
package import StellarXDR

/// Rules about Soroban: contract calls, contract creation and authorizations.
extension Rules {
    /// About a day, at five seconds per ledger.
    private static let dayOfLedgers: UInt32 = 17_280
    /// 2015-09-30, when the network began. No ledger has a higher number than seconds have passed since.
    private static let firstLedger: UInt64 = 1_443_571_200

    static let contracts = [
        Rule(.contractCall, .operation([.invokeHostFunction], contractCall)),
        Rule(.tokenTransfer, .operation([.invokeHostFunction], tokenTransfer)),
        Rule(
            .rawToken,
            .operation([.invokeHostFunction]) { context, findings in
                guard let token = context.ownTokenCall, token.known == nil, token.call.isMovement else { return }
                // About the recipient: the address that the user can compare.
                findings.hold(
                    """
                    by its name and arguments a call of a token, but the contract is not that of XLM or of an asset in the book, nor pinned as a token: its \
                    decimals are unknown, and so is what it does. If you know the asset, '\(step: .sign(.addKnownAsset))' \
                    makes its contract known; for another token, '\(step: .sign(.pinContract))' pins its decimals
                    """, about: token.call.heldAddress.strKey)
            }),
        Rule(.allowance, .operation([.invokeHostFunction], allowance)),
        Rule(
            .tokenAdministration,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body else { return }
                for call in op.calls.compactMap(TokenCall.init) where call.isAdministration {
                    findings.hold(
                        """
                        uses the rights of a token's administrator: \(OperationSummary.does(call, context.token(of: call)))
                        """, about: call.heldAddress.strKey)
                }
            }),
        Rule(.upgrade, .operation([.invokeHostFunction], upgrade)),
        Rule(.foreignRoot, .operation([.invokeHostFunction], foreignRoot)),
        Rule(.nested, .operation([.invokeHostFunction], nested)),
        Rule(.delegates, .operation([.invokeHostFunction], delegates)),
        Rule(
            .unsignedDelegates,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body else { return }
                var told: Set<SCAddress> = []
                for case let address? in op.auth.map(\.credentials.address?.address) {
                    guard case .contract(let id) = address, told.insert(address).inserted,
                        case .success(let interface)? = context.transaction.interfaces.known(of: id),
                        interface.spec.countsUnsignedDelegates
                    else { continue }
                    findings.warn(
                        """
                        the account \(address) runs a release of OpenZeppelin's library before 0.7.3, as far as its interface tells: a signer of the \
                        kind Delegated counts there without having signed. If it has one, ask its operator to upgrade it
                        """)
                }
            }),
        Rule(.authorization, .operation([.invokeHostFunction], authorization)),
        Rule(.authorizationExpiry, .operation([.invokeHostFunction], expiry), .request(loginExpiry)),
        Rule(
            .contractLogin,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body,
                    op.calls.contains(where: { $0.isNamed("web_auth_verify") })
                else { return }
                findings.warn("calls the function of a login, but is a transaction that the network carries out")
            }),
        Rule(
            .footprint,
            .transaction { context, findings in
                guard case .v1(let data) = context.transaction.ext else { return }
                let footprint = data.resources.footprint
                findings.info(
                    """
                    reads \(footprint.readOnly.count) ledger entr\(footprint.readOnly.count == 1 ? "y" : "ies") and writes \(footprint.readWrite.count); up to \
                    \(Amount(stroops: data.resourceFee)) XLM for resources
                    """)
                foreignWrites(context, &findings)
            },
            .operation([.extendFootprintTtl, .restoreFootprint]) { context, findings in
                guard case .v1(let data) = context.transaction.transaction.ext else {
                    return findings.info("\(OperationSummary.of(context.body))")
                }
                let footprint = data.resources.footprint
                let isRestored = context.type == .restoreFootprint
                let keys = isRestored ? footprint.readWrite : footprint.readOnly
                findings.info(
                    """
                    \(isRestored ? "restores" : "extends the life of") \(Phrase(entries: keys)). Their rent is in the resource fee of at most \
                    \(Amount(stroops: data.resourceFee)) XLM, and what is not used comes back
                    """)
            }),
        Rule(.restored, .transaction(restored)),
        Rule(
            .contractCode,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body else { return }
                if case .uploadContractWasm(let code) = op.hostFunction {
                    let hash = Hex.encode(SHA256.hash(code.bytes))
                    findings.hold(
                        "uploads contract code of \(code.bytes.count) bytes with the hash \(plain: hash)",
                        typing: String(hash.suffix(6)), about: hash)
                }
                for (preimage, words) in op.creations {
                    findings.hold(words, about: .contract(preimage.contract(on: context.transaction.network)))
                }
            }),
    ]

    /// Archived entries that the call brings back before it runs (CAP-66).
    private static func restored(_ context: TransactionContext, _ findings: inout Findings) {
        guard case .v1(let data) = context.transaction.ext, case .v1(let archived) = data.ext,
            !archived.archivedSorobanEntries.isEmpty
        else { return }
        let indices = archived.archivedSorobanEntries
        let written = data.resources.footprint.readWrite
        let keys = indices.compactMap { Int(exactly: $0) }.filter(written.indices.contains).map { written[$0] }
        let what: Phrase = """
            also restores \(Phrase(entries: keys, count: indices.count, "archived ")). The rent for that is in the resource fee \
            of at most \(Amount(stroops: data.resourceFee)) XLM, and what is not used comes back
            """
        let isSound = data.archivedEntries != nil
        findings.warn(isSound ? what : "\(what). The list of them is not valid: the network rejects the transaction")
    }

    /// A simulation decides what a transaction may write: entries of a contract or an account that nothing in it names
    /// are not explained by the call.
    private static func foreignWrites(_ context: TransactionContext, _ findings: inout Findings) {
        guard case .v1(let data) = context.transaction.ext, context.transaction.operations.count == 1,
            case .invokeHostFunction(let op)? = context.transaction.operations.first?.body
        else { return }
        let moves = context.tokens.moves(of: op)
        var accounts = AccountCollector.keys(in: op)
        // A trustline names its issuer.
        for call in op.calls.compactMap(TokenCall.init) {
            if case .trust = call.action, let issuer = context.tokens.token(of: call)?.asset?.issuer {
                accounts.insert(issuer.key)
            }
        }
        for move in moves.known {
            for account in [move.token.asset?.issuer, move.to?.recipient?.account] {
                if let account { accounts.insert(account.key) }
            }
        }
        accounts.insert(context.source.key)
        if let acting = context.transaction.operations.first?.sourceAccount { accounts.insert(acting.account.key) }
        var named = Set(op.calls.map(\.contractAddress))
        // A call may write what its arguments name; moving a token writes nothing of its recipient's.
        if !moves.isAll {
            for case .contract(let id) in AddressCollector.walked(.invokeHostFunction(op)) {
                named.insert(.contract(id))
            }
        }
        for key in data.resources.footprint.readWrite {
            guard let owner = key.owner, named.insert(owner).inserted else { continue }
            if case .account(let account) = owner, accounts.contains(account.key) { continue }
            let what: Phrase = "may write entries of \(owner), which neither the call nor an authorization names"
            if moves.isAll {
                findings.hold(
                    "\(what): moving a token does not need that. Ask where the simulation came from",
                    about: owner.strKey)
            } else {
                findings.warn(what)
            }
        }
    }

    private static func contractCall(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body, case .invokeContract(let call) = op.hostFunction else {
            return
        }
        // The rules about tokens say what a call of a known one does.
        if context.ownTokenCall?.known != nil { return }
        if context.transaction.interfaces.allows(call) != nil {
            findings.warn(
                """
                a pinned contract's function that the book allows: the interface is that of the pin, and what the code does is not \
                checked here
                """, target: "\(call.contractAddress)")
            return
        }
        findings.hold(
            "calls \(Phrase(call)); what an unknown contract does cannot be known", about: call.contractAddress.strKey)
    }

    private static func tokenTransfer(_ context: OperationContext, _ findings: inout Findings) {
        guard let token = context.ownTokenCall, let known = token.known, token.call.isMovement else { return }
        if let recipient = token.call.recipient, recipient.holder == token.call.contract {
            findings.hold(
                "the recipient is the token's own contract: nothing can send on what it holds",
                about: token.call.heldAddress.strKey)
        }
        if let asset = known.asset, asset != .native, !context.book.knows(asset, on: context.transaction.network) {
            findings.hold(
                "the policy names \(asset), but the book does not have it", about: token.call.heldAddress.strKey)
            return
        }
        let what: Phrase =
            switch (known, token.call.action) {
            case (.pinned, _):
                "the book pins this contract as a token, with its decimals: what its code does is not checked here"
            case (.asset(.native), .transfer), (.asset(.native), .transferFrom):
                if case .account? = token.call.recipient?.holder {
                    """
                    the contract's id follows from the asset: a payment of XLM, which also creates the destination if that account does \
                    not exist yet
                    """
                } else {
                    "the contract's id follows from the asset: a payment of XLM"
                }
            case (.asset, .burn), (.asset, .burnFrom): "the contract's id follows from the asset"
            case (.asset, _): "the contract's id follows from the asset: it does what a payment does"
            }
        guard let owner = token.call.from, !context.counts(for: owner) else { return findings.warn(what) }
        findings.warn("\(what). What is spent belongs to \(owner), and moves by the authorization of that address")
    }

    private static func allowance(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for call in op.calls where call.isNamed("approve") {
            guard let token = TokenCall(call), let spender = token.spender else {
                findings.hold("lets another spend: \(Phrase(call))", about: call.contractAddress.strKey)
                continue
            }
            let known = context.token(of: token)
            let of: Phrase =
                known.map { "\($0)" } ?? "a token whose decimals are unknown, of the contract \(token.contract)"
            if token.isRevocation {
                findings.warn("revokes the allowance of \(spender): it can no longer spend any of \(of)")
            } else if token.isUnlimited {
                findings.hold(
                    "\(spender) may spend an unlimited amount of \(of) \(end(of: token, context)): all that is there, at any time until then",
                    about: spender.strKey)
            } else {
                let amount: Phrase = known.map { "\(token.units(of: $0)) \($0)" } ?? "\(token.amount) units of \(of)"
                findings.hold(
                    """
                    \(spender) may spend up to \(amount) \(end(of: token, context)). This replaces its present allowance
                    """, about: spender.strKey)
            }
        }
    }

    /// When an allowance ends: the ledger, and the time if the newest ledger is as claimed.
    private static func end(of token: TokenCall, _ context: OperationContext) -> Phrase {
        guard case .approve(_, _, let ledger) = token.action else { return "" }
        let input = context.transaction.input
        guard let claimed = input.claims.ledger, ledger > claimed else { return "until ledger \(ledger)" }
        let left = LedgerSpan.seconds(from: claimed, to: ledger)
        return """
            until ledger \(ledger), about \(input.now.adding(left)) if the newest is \(claimed) as claimed
            """
    }

    private static func upgrade(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for call in op.calls where context.isPower(call) {
            // W-ALLOW and TOK-ADMIN say what a token's administrator does.
            if TokenCall(call)?.isAdministration == true { continue }
            findings.hold(
                """
                \(name: call.functionName.bytes) changes by its name the code of \(call.contractAddress), or who may change or control it: \
                after that the contract may do something else under the same id
                """, about: call.contractAddress.strKey)
        }
        for (preimage, executable) in op.executables {
            guard case .externalRef(let reference) = executable else { continue }
            let id = StrKey.contract(preimage.contract(on: context.transaction.network))
            findings.hold(
                """
                the new contract \(id) has no code of its own: its code is chosen by \(reference.executable_owner) under the tag \
                \(text: reference.tag.bytes) and can change at any time
                """, about: id)
        }
    }

    private static func foreignRoot(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for (index, entry) in op.auth.enumerated() where !op.isRoot(entry.rootInvocation.function) {
            let target = entry.rootInvocation.function.target(on: context.transaction.network)
            let first: Phrase = "authorization \(index + 1) is for another call than the transaction's own"
            findings.hold(
                entry.credentials.address.map {
                    "\(first): anyone can use it in any transaction until ledger \($0.signatureExpirationLedger)"
                } ?? "\(first): the contract that is called may make it in the source's name", about: target)
        }
    }

    private static func nested(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for (index, entry) in op.auth.enumerated() {
            for node in entry.rootInvocation.nodes where node.depth > 0 {
                guard case .contractFn(let call) = node.function else { continue }
                let token = TokenCall(call)
                guard token != nil || context.isPower(call) else { continue }
                let what = token.flatMap { token in
                    context.token(of: token).map { OperationSummary.does(token, $0) }
                }
                findings.hold(
                    """
                    authorization \(index + 1) lets the contract that is called do this, at [\(plain: node.place)]: \
                    \(what ?? Phrase(call))
                    """, about: (token?.heldAddress ?? call.contractAddress).strKey)
            }
        }
    }

    private static func authorization(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        // What a known token's call does is known: the source's own entry for it adds nothing to the call.
        let isKnown = context.transaction.tokens.moves(of: op).isAll
        for (index, entry) in op.auth.enumerated() {
            if isKnown, case .sourceAccount = entry.credentials, op.isRoot(entry.rootInvocation.function),
                entry.rootInvocation.subInvocations.isEmpty
            {
                findings.info(
                    "authorization \(index + 1), by the signature of the operation's source, is for this call alone")
                continue
            }
            let target = entry.rootInvocation.function.heldAddress(on: context.transaction.network)
            let whose: Phrase =
                if case .sourceAccount = entry.credentials {
                    "\(Phrase(entry.credentials)), \(context.source.account)"
                } else { Phrase(entry.credentials) }
            var tree = PhraseTree("authorization \(index + 1), \(whose), for")
            tree.append(entry.rootInvocation, context.transaction.tokens)
            findings.hold(tree, about: target)
        }
    }

    private static func expiry(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        let input = context.transaction.input
        for credentials in op.auth.compactMap(\.credentials.address) {
            if credentials.isUnsigned {
                findings.hold(
                    """
                    \(credentials.address) has not signed its authorization yet: the call fails as it is, and costs its fee. Have that \
                    entry signed first, and sign the transaction that has it
                    """, about: credentials.address.strKey)
                continue
            }
            expiry(of: credentials, input, warns: true, &findings)
        }
    }

    /// The expiry of a login, about which the rules for calls say nothing: without a claim that can be compared it may
    /// be far away.
    private static func loginExpiry(_ context: RequestContext, _ findings: inout Findings) {
        guard case .authorization(let asked, _) = context.input.subject, context.isContractLogin,
            let credentials = asked.unsignedEntry.credentials.address
        else { return }
        expiry(of: credentials, context.input, warns: false, &findings)
    }

    /// - Parameter warns: whether to say that an expiry is near, if the claim is right.
    private static func expiry(
        of credentials: SorobanAddressCredentials, _ input: ReviewInput, warns: Bool, _ findings: inout Findings
    ) {
        let end = credentials.signatureExpirationLedger
        let sentence: Phrase = "the authorization of \(credentials.address) ends with ledger \(end)"
        guard let claimed = input.claims.ledger else {
            return hold(credentials, "\(sentence): when that is cannot be told here", &findings)
        }
        if UInt64(claimed) > input.now.seconds - min(firstLedger, input.now.seconds) {
            hold(
                credentials, "\(sentence), and the claimed newest, \(claimed), cannot have been reached yet", &findings)
        } else if end < claimed {
            hold(
                credentials,
                "\(sentence), before the claimed newest, \(claimed): it is over, or the claim is wrong", &findings)
        } else if end - claimed > dayOfLedgers {
            hold(
                credentials, "\(sentence), \(end - claimed) after the claimed newest: that is more than a day",
                &findings)
        } else if warns {
            findings.warn(
                """
                \(sentence), within a day if the newest is \(claimed) as claimed: whether it is cannot be told here
                """)
        }
    }

    private static func hold(
        _ credentials: SorobanAddressCredentials, _ sentence: Phrase, _ findings: inout Findings
    ) {
        let end = String(credentials.signatureExpirationLedger)
        findings.hold(sentence, typing: end, about: "\(credentials.address.strKey.text) \(end)")
    }
}

extension OperationContext {
    /// The operation's own call, if it has the form of a token's, and the token if it is a known one.
    fileprivate var ownTokenCall: (call: TokenCall, known: KnownToken?)? {
        guard case .invokeHostFunction(let op) = body, case .invokeContract(let args) = op.hostFunction,
            let call = TokenCall(args)
        else { return nil }
        return (call, token(of: call))
    }

    /// Whether a call changes a contract's code or who controls it, by its name, or by what an interface that the
    /// request brings says about its arguments.
    fileprivate func isPower(_ call: InvokeContractArgs) -> Bool {
        ContractPower.isPower(call.functionName.bytes)
            || transaction.interfaces.interface(of: call)?.spec.function(call.functionName.bytes)?.replacesCode == true
    }

    fileprivate func token(of call: TokenCall) -> KnownToken? { transaction.tokens.token(of: call) }
}

extension Phrase {
    /// The contracts that are named, of those that own entries.
    private static let mostOwners = 5

    /// How many entries these are, and whose.
    ///
    /// - Parameters:
    ///   - count: of the entries, where not all are known.
    ///   - kind: a word before them, with a blank.
    package init(entries keys: [LedgerKey], count: Int? = nil, _ kind: Phrase = "") {
        var owners: [Phrase] = []
        var seen: Set<SCAddress> = []
        var codes = 0
        for key in keys {
            switch key {
            case .contractData(let key): if seen.insert(key.contract).inserted { owners.append("of \(key.contract)") }
            case .contractCode: codes += 1
            default: break
            }
        }
        let more = owners.count - Self.mostOwners
        if more > 0 { owners = owners.prefix(Self.mostOwners) + ["of \(more) more contracts"] }
        if codes > 0 { owners.append("the code of \(codes) \(codes == 1 ? "contract" : "contracts")") }
        let count = count ?? keys.count
        self =
            "\(count) \(kind)\(count == 1 ? "entry" : "entries")\(owners.isEmpty ? "" : ": \(Phrase(owners, separator: ", "))")"
    }
}

extension LedgerKey {
    /// Whose entry it is: a contract, or an account.
    fileprivate var owner: SCAddress? {
        switch self {
        case .account(let key): .account(key.accountID)
        case .trustline(let key): .account(key.accountID)
        case .data(let key): .account(key.accountID)
        case .offer(let key): .account(key.sellerID)
        case .contractData(let key): key.contract
        case .claimableBalance, .liquidityPool, .contractCode, .configSetting, .ttl: nil
        }
    }
}
