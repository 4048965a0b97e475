// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
