// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// Rules about an authorization entry that is signed alone, outside of its transaction.
extension Rules {
    static let authorizations = [
        Rule(
            .authorization,
            .request { context, findings in
                guard case .authorization(let asked, _) = context.input.subject, !context.isContractLogin else {
                    return
                }
                if asked.entry.credentials.address == nil {
                    findings.refuse("the source's own entry needs no signature: that of its transaction covers it")
                }
                for (index, sibling) in asked.siblings.enumerated() {
                    var tree = PhraseTree(
                        "claimed, another entry of the transaction, number \(index + 1), \(Phrase(sibling.credentials)), for"
                    )
                    tree.append(sibling.rootInvocation, KnownTokens())
                    findings.info(tree.phrase)
                }
            }),
        Rule(.foreignRoot, .request(foreignRoot)),
        Rule(.unboundPayload, .request(unboundPayload)),
        Rule(.contractLogin, .request(contractLogin)),
    ]

    private static func foreignRoot(_ context: RequestContext, _ findings: inout Findings) {
        // A login's entry belongs to no transaction; the server simulates one.
        guard case .authorization(let asked, let network) = context.input.subject, !context.isContractLogin else {
            return
        }
        let root = asked.entry.rootInvocation.function
        let use: Phrase = "anyone can use it in any transaction until ledger \(asked.expirationLedger)"
        let target = root.target(on: network)
        guard let op = asked.call else {
            findings.hold("the request names no transaction that this entry is for: \(use)", about: target)
            return
        }
        if !op.isRoot(root) {
            findings.hold("the entry is for another call than that of its transaction: \(use)", about: target)
        }
    }

    /// The older payload does not name the account: one signature counts for every account that the key signs for.
    private static func unboundPayload(_ context: RequestContext, _ findings: inout Findings) {
        // A login's only argument names the account.
        guard case .authorization(let asked, let network) = context.input.subject,
            case .address = asked.entry.credentials, !context.isContractLogin, let key = context.input.key?.account
        else { return }
        if asked.contextRules != nil, asked.ruleDigest == .rules,
            case .contract? = asked.entry.credentials.address?.address
        {
            findings.warn(
                """
                the account takes the older digest of OpenZeppelin's library, which does not name it either: the signature can be replayed at \
                another account that has this key under the same rules
                """)
        }
        let others = SigningReach.others(of: key, context.input.book, on: network)
        guard !others.isEmpty else { return }
        let accounts = ([.account(key)] + others).map { "\($0)" as Phrase }
        findings.hold(
            """
            these credentials are of the older kind, which does not name the account: the signature counts for each account that \
            this key signs for, \(Phrase(accounts, separator: ", "))
            """, about: .publicKey(key.key))
    }
}

extension AuthorizationRequest {
    /// The entry as it would be signed: with the end that is asked for, and without signatures.
    package var unsignedEntry: SorobanAuthorizationEntry { entry.unsigned(until: expirationLedger) }

    /// An operation that does what the first call does, with the entry: the rules about operations apply to it.
    package var asOperation: InvokeHostFunctionOp {
        InvokeHostFunctionOp(hostFunction: entry.rootInvocation.function.hostFunction, auth: [unsignedEntry])
    }

    /// The same without the entry.
    package var asBareOperation: InvokeHostFunctionOp {
        InvokeHostFunctionOp(hostFunction: entry.rootInvocation.function.hostFunction, auth: [])
    }

    /// What is authorized, in one line.
    package func summary(_ tokens: KnownTokens) -> Phrase {
        OperationSummary.of(.invokeHostFunction(asOperation), tokens: tokens)
    }

    func asTransaction(by account: AccountID) -> Transaction {
        let operation = Operation(sourceAccount: nil, body: .invokeHostFunction(asOperation))
        return Transaction(
            sourceAccount: MuxedAccount(account), fee: 0, seqNum: 0, cond: .none, memo: .none,
            operations: BoundedArray([operation]) ?? BoundedArray(), ext: .v0)
    }

    /// When the signature stops counting, as far as that can be told.
    var validity: Phrase {
        let end: Phrase = "until ledger \(expirationLedger)"
        guard let claimedLedger, expirationLedger >= claimedLedger else { return end }
        let left = LedgerSpan.seconds(from: claimedLedger, to: expirationLedger)
        let span: Phrase =
            "\(end), about \(Phrase(duration: left)) after ledger \(claimedLedger), which is claimed to be the newest"
        guard let closed = claimedCloseTime else { return span }
        return "\(span), closed \(closed)"
    }
}

extension SorobanAuthorizedFunction {
    /// The same as a transaction's own.
    fileprivate var hostFunction: HostFunction {
        switch self {
        case .contractFn(let call): .invokeContract(call)
        case .createContractHostFn(let create): .createContract(create)
        case .createContractV2HostFn(let create): .createContractV2(create)
        }
    }
}
