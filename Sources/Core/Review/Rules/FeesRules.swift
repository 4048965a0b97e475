// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Rules about the fees paid to the network, and who pays them.
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
                    "the payer is charged the fee of the transaction shown below, even if that transaction fails")
            }),
        Rule(
            .foreignFeeBump,
            .feeBump { context, findings in
                let source = context.bump.inner.tx.sourceAccount.account
                guard source != context.bump.feeSource.account, !context.input.book.knows(source),
                    source != context.input.key?.account,
                    context.input.history.signed(context.innerHash) == nil
                else { return }
                findings.warn(
                    "the transaction inside is of \(source), which is not in the book, and was not signed here")
            }),
    ]

    private static func fee(
        _ fee: Int64, operations: Int, resource: Int64?, _ limits: ReviewLimits, _ findings: inout Findings
    ) {
        let amount = Amount(stroops: fee)
        let share = fee / Int64(max(operations, 1))
        var sentence: Phrase = "max fee \(amount) XLM, \(Amount(stroops: share)) per operation"
        if let resource {
            let (inclusion, overflow) = fee.subtractingReportingOverflow(resource)
            sentence.append(
                overflow
                    ? ", of which an impossible \(Amount(stroops: resource)) for resources"
                    : ", \(Amount(stroops: resource)) for resources and \(Amount(stroops: inclusion)) for inclusion"
            )
        }
        if amount > limits.feeHold {
            findings.hold("\(sentence)\(reason(limits.feeHold))", typing: amount.text)
        } else if amount > limits.feeWarning {
            findings.warn("\(sentence)\(reason(limits.feeWarning))")
        } else if Int128(fee) > Int128(limits.feePerOperation.stroops) * Int128(max(operations, 1)) {
            findings.warn("\(sentence)\(reason(limits.feePerOperation, " per operation"))")
        }
    }

    private static func reason(_ limit: Amount, _ unit: Phrase = "") -> Phrase {
        ": above \(limit) XLM\(unit). The network may charge all of it; ask for a lower fee"
    }

    /// Checks the total fee of a batch: each transaction's own or its fee bump's.
    static func batchFee(_ fee: Int128, transactions: Int, _ limits: ReviewLimits, _ findings: inout Findings) {
        guard transactions > 1, fee > Int128(limits.feeWarning.stroops) else { return }
        findings.rule = .fee
        let amount = Amount.text(ofSum: fee)
        let sentence: Phrase = "max fee \(plain: amount) XLM for all \(transactions) transactions together"
        if fee > Int128(limits.feeHold.stroops) {
            findings.hold("\(sentence)\(reason(limits.feeHold))", typing: amount)
        } else {
            findings.warn("\(sentence)\(reason(limits.feeWarning))")
        }
    }
}
