// SPDX-License-Identifier: Apache-2.0

import Faults
package import Stellar
package import StellarXDR
import TextCodec

/// Explanations of Horizon's result codes, with advice.
package enum ResultText {
    /// The explanation of a transaction's result. For a failed operation, it names that operation (counted from 1) and
    /// says nothing of the others, because their codes do not prove that they did anything.
    ///
    /// - Parameter operations: the types of the transaction's operations, if known; they make the explanation more precise.
    package static func explain(_ codes: ResultCodes, operations: [OperationType] = []) -> ResultExplanation {
        if codes.isSuccess { return transaction(.txSuccess) }
        guard codes.decisive == .txFailed, let (index, code) = codes.failedOperation else {
            return transaction(codes.decisive)
        }
        let type = operations.indices.contains(index) ? operations[index] : nil
        let found = operation(code, of: type)
        // The network may stop at the first failure, so that later codes are only initial values.
        let proof: Wording =
            codes.operations.count > 1
            ? "; no operation had an effect, and codes behind the first failure prove nothing"
            : ""
        return ResultExplanation("operation \(index + 1): \(found.meaning)", found.advice + proof)
    }

    /// The explanation of a transaction code such as `tx_bad_seq`.
    package static func transaction(_ code: ResultCode) -> ResultExplanation {
        transactionCodes[code] ?? unknown(code)
    }

    /// The explanation of an operation code such as `op_underfunded`.
    package static func operation(_ code: ResultCode, of type: OperationType? = nil) -> ResultExplanation {
        if let type, let special = specialCodes[type]?[code] { return special }
        return operationCodes[code] ?? unknown(code)
    }

    private static func unknown(_ code: ResultCode) -> ResultExplanation {
        ResultExplanation(
            "the network answered with the code \(TerminalText.escape(code.rawValue)), which this release does not know",
            "look the code up in Stellar's documentation; nothing is resubmitted automatically")
    }
}
