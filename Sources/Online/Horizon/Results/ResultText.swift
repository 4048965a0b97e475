// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
import TextCodec

/// What Horizon's result codes mean, and what to do about them.
package enum ResultText {
    /// A transaction's result in words. Of a transaction that failed at an operation, that operation is named (counted
    /// from 1) and nothing is said of the others: their codes do not say that they did anything.
    ///
    /// - Parameter operations: the types of the transaction's operations, where they are known; they make the words more exact.
    package static func explain(_ codes: ResultCodes, operations: [OperationType] = []) -> ResultExplanation {
        if codes.isSuccess { return transaction("tx_success") }
        guard codes.decisive == "tx_failed", let (index, code) = codes.failedOperation else {
            return transaction(codes.decisive)
        }
        let type = operations.indices.contains(index) ? operations[index] : nil
        let found = operation(code, of: type)
        // The network may stop at the first failure, with codes behind it that were never anything but a beginning.
        let proof =
            codes.operations.count > 1
            ? "; no operation had an effect, and codes behind the first failure prove nothing"
            : ""
        return ResultExplanation("operation \(index + 1): \(found.meaning)", found.advice + proof)
    }

    /// A code of a whole transaction, `tx_bad_seq`.
    package static func transaction(_ code: String) -> ResultExplanation {
        transactionCodes[code] ?? unknown(code)
    }

    /// A code of one operation, `op_underfunded`.
    package static func operation(_ code: String, of type: OperationType? = nil) -> ResultExplanation {
        if let type, let special = specialCodes[type]?[code] { return special }
        return operationCodes[code] ?? unknown(code)
    }

    private static func unknown(_ code: String) -> ResultExplanation {
        ResultExplanation(
            "the network answered with the code \(TerminalText.escape(code)), which this release does not know",
            "look the code up in Stellar's documentation; nothing is resubmitted automatically")
    }
}
