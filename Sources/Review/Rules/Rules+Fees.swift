// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// Rules about what is paid to the network, and by whom.
extension Rules {
    static let fees = [
        Rule(
            .fee,
            .transaction { context, findings in
                if context.isInner { return }
                let transaction = context.transaction
                let resource: Int64? = if case .v1(let data) = transaction.ext { data.resourceFee } else { nil }
                fee(
                    Int64(transaction.fee), operations: transaction.operations.count, resource: resource,
                    context.input.limits, &findings)
            },
            .feeBump { context, findings in
                fee(
                    context.bump.fee, operations: context.bump.inner.tx.operations.count + 1, resource: nil,
                    context.input.limits, &findings)
            }),
        Rule(
            .feeBump,
            .feeBump { context, findings in
                findings.info(
                    """
                    pays the fee of the transaction shown below, up to \(Amount(stroops: context.bump.fee)) XLM, from \
                    \(context.bump.feeSource); the fee is gone even if that transaction fails
                    """)
            }),
        Rule(
            .foreignFeeBump,
            .feeBump { context, findings in
                let source = context.bump.inner.tx.sourceAccount.account
                guard source != context.bump.feeSource.account, !context.input.book.knows(source),
                    context.input.history.signed(context.innerHash) == nil
                else { return }
                findings.warn("the transaction inside is of \(source), who is not in the book, and was not signed here")
            }),
    ]

    private static func fee(
        _ fee: Int64, operations: Int, resource: Int64?, _ limits: ReviewLimits, _ findings: inout Findings
    ) {
        let amount = Amount(stroops: fee)
        let share = fee / Int64(max(operations, 1))
        var sentence: Phrase = "a fee of up to \(amount) XLM, \(Amount(stroops: share)) for each operation"
        if let resource {
            let (inclusion, overflow) = fee.subtractingReportingOverflow(resource)
            sentence.append(
                overflow
                    ? ", of which an impossible \(Amount(stroops: resource)) for resources"
                    : ", \(Amount(stroops: resource)) for resources and \(Amount(stroops: inclusion)) for inclusion"
            )
        }
        if amount > limits.feeInAll {
            findings.hold(sentence, typing: amount.text)
        } else if Int128(fee) > Int128(limits.feePerOperation.stroops) * Int128(max(operations, 1)) {
            findings.warn(sentence)
        }
    }
}
