// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Rules about an account's settings, data and merge, and about who pays its reserves.
extension Rules {
    static let account = [
        Rule(
            .accountFlags,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body else { return }
                let set = op.setFlags ?? 0
                let cleared = op.clearFlags ?? 0
                guard set | cleared != 0 else { return }
                findings.hold(
                    set & Flags.immutable != 0
                        ? """
                        immutable is permanent: the account's flags can never change again, and it can never be merged
                        """
                        : """
                        account flags decide who may hold the assets that \(context.source.account) issues, and whether it can \
                        freeze them or take them back
                        """,
                    about: .publicKey(context.source.key))
            }),
        Rule(
            .homeDomain,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body, let domain = op.homeDomain else { return }
                findings.hold(
                    domain.bytes.isEmpty
                        ? "without a home domain no one can look up who issues this account's assets"
                        : """
                        the operator of the home domain speaks for \(context.source.account) and the assets that it issues: check that \
                        the domain is yours
                        """, about: .publicKey(context.source.key))
            }),
        Rule(
            .merge,
            .operation([.accountMerge]) { context, findings in
                guard case .accountMerge(let destination) = context.body else { return }
                findings.hold(
                    """
                    \(context.source.account) is deleted, and all its XLM goes to \(destination): this cannot be undone
                    """, about: destination.strKey)
            }),
        Rule(
            .sponsorship,
            .operation(
                [.beginSponsoringFutureReserves, .endSponsoringFutureReserves, .revokeSponsorship], sponsorship)),
        Rule(
            .dataEntry,
            .operation([.manageData]) { context, findings in
                guard case .manageData(let op) = context.body else { return }
                let texts = [op.dataName.bytes, op.dataValue?.bytes ?? []]
                if texts.contains(where: { SecretText.has([.spacedKey, .mnemonic], in: $0) }) {
                    findings.refuse(
                        "the data entry contains \(plain: MessageKind.secret.rawValue), and the ledger is public")
                } else {
                    findings.warn("a data entry is public and counts as a subentry of the account\(meaning(of: op))")
                }
            }),
        Rule(
            .inflation,
            .operation([.inflation]) { _, findings in findings.info("inflation has done nothing since 2019") }),
        Rule(
            .operationSource,
            .operation([]) { context, findings in
                let account = context.source.account
                guard account != context.transaction.source else { return }
                let sentence: Phrase =
                    """
                    acts for an account other than the transaction's source: requires the \
                    \(level(context.operation.threshold)) threshold of \(account)
                    """
                let isKnown = context.book.knows(account) || account == context.transaction.key
                if isKnown { findings.info(sentence) } else { findings.warn(sentence) }
            }),
    ]

    private static func level(_ threshold: Operation.Threshold) -> Phrase {
        switch threshold {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }

    private static func meaning(of op: ManageDataOp) -> Phrase {
        if op.dataName.bytes.elementsEqual("config.memo_required".utf8) {
            return op.dataValue?.bytes == [UInt8(ascii: "1")]
                ? "; this one asks senders to add a memo to their payments (SEP-29)"
                : "; this one no longer asks senders for a memo (SEP-29)"
        }
        if op.dataName.bytes.suffix(5).elementsEqual(" auth".utf8) {
            return "; its name is that of a login, but this is not a login: it changes the account"
        }
        return ""
    }

    private static func sponsorship(_ context: OperationContext, _ findings: inout Findings) {
        let account = context.source.account
        switch context.facts.sponsorship {
        case .begin(let sponsored)?:
            findings.hold(
                "\(account) pays the reserves of everything that \(sponsored) creates in the operations that follow",
                about: .publicKey(sponsored.key))
        case .end?:
            findings.hold(
                "another account pays the reserves of what \(account) created in the operations before",
                about: .publicKey(account.key))
        case .revoke(let owner)?:
            guard owner != account else { return }
            findings.hold(
                "the owner must pay the reserve, or the transaction fails",
                about: owner.map { .publicKey($0.key) } ?? .publicKey(account.key))
        case nil: break
        }
    }
}
