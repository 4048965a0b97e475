// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// Rules about an account's settings, its data, its end, and who pays its reserves.
extension Rules {
    static let account = [
        Rule(
            .accountFlags,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body else { return }
                let set = op.setFlags ?? 0
                let cleared = op.clearFlags ?? 0
                guard set | cleared != 0 else { return }
                var parts: [Phrase] = []
                if set != 0 { parts.append("set: \(Flags.account(set))") }
                if cleared != 0 { parts.append("cleared: \(Flags.account(cleared))") }
                if set & Flags.immutable != 0 { parts.append("immutable is for ever: the account can never be merged") }
                findings.hold(
                    "flags of \(context.source.account) are \(Phrase(parts, separator: "; "))",
                    about: .publicKey(context.source.key))
            }),
        Rule(
            .homeDomain,
            .operation([.setOptions]) { context, findings in
                guard case .setOptions(let op) = context.body, let domain = op.homeDomain else { return }
                findings.hold(
                    """
                    the home domain of \(context.source.account) becomes \(text: domain.bytes): who runs that domain \
                    speaks for the account and for the assets that it issues
                    """, about: .publicKey(context.source.key))
            }),
        Rule(
            .merge,
            .operation([.accountMerge]) { context, findings in
                guard case .accountMerge(let destination) = context.body else { return }
                findings.hold(
                    "all XLM of \(context.source.account) goes to \(destination), and the account ceases to exist",
                    about: destination.strKey)
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
                if texts.contains(where: MessageLook.givesAwaySecret) {
                    findings.refuse(
                        "the data entry contains \(plain: MessageLook.secret.rawValue), and the ledger is public")
                } else {
                    findings.warn("\(OperationSummary.of(context.body))\(meaning(of: op))")
                }
            }),
        Rule(
            .inflation,
            .operation([.inflation]) { _, findings in findings.info("inflation has done nothing since 2019") }),
        Rule(
            .operationSource,
            .operation([]) { context, findings in
                let account = context.source.account
                guard context.operation.sourceAccount != nil, account != context.transaction.source else { return }
                let sentence: Phrase =
                    """
                    acts for another account than the transaction's, \(account), at its \
                    \(level(context.operation.threshold)) level
                    """
                if context.book.knows(account) { findings.info(sentence) } else { findings.warn(sentence) }
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
                ? "; payments to the account need a memo from then on (SEP-29)"
                : "; payments to the account need no memo from then on (SEP-29)"
        }
        if op.dataName.bytes.suffix(5).elementsEqual(" auth".utf8) {
            return "; the name is that of a login, but this is none: it writes into the account"
        }
        return ""
    }

    private static func sponsorship(_ context: OperationContext, _ findings: inout Findings) {
        let account = context.source.account
        switch context.body {
        case .beginSponsoringFutureReserves(let op):
            findings.hold(
                "\(account) pays the reserves of what \(op.sponsoredID) creates from here on",
                about: .publicKey(op.sponsoredID.key))
        case .endSponsoringFutureReserves:
            findings.hold(
                "another account pays the reserves of what \(account) created up to here",
                about: .publicKey(account.key))
        case .revokeSponsorship(let op):
            guard op.owner != account else { return }
            findings.hold(
                "\(account) gives up paying the reserve of \(OperationSummary.sponsored(op)), whose owner then has to",
                about: op.owner.map { .publicKey($0.key) } ?? .publicKey(account.key))
        default: break
        }
    }
}

extension RevokeSponsorshipOp {
    /// The account that the sponsored entry belongs to; nil where the entry itself does not tell.
    fileprivate var owner: AccountID? {
        switch self {
        case .signer(let signer): signer.accountID
        case .ledgerEntry(.account(let key)): key.accountID
        case .ledgerEntry(.trustline(let key)): key.accountID
        case .ledgerEntry(.offer(let key)): key.sellerID
        case .ledgerEntry(.data(let key)): key.accountID
        case .ledgerEntry: nil
        }
    }
}
