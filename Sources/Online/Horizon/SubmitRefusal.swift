// SPDX-License-Identifier: Apache-2.0

package import Stellar
import TextCodec

/// Horizon's answer that a transaction failed (400 `transaction_failed`).
///
/// It comes in two cases that look alike: the network did not take the transaction, or it is in a ledger, failed, fee paid,
/// sequence number used. Only a look-up by hash tells which, and a refusal after an earlier try of unknown outcome
/// (`tx_bad_seq` above all) may even be the echo of a success.
package struct SubmitRefusal: Hashable, Sendable {
    package let codes: ResultCodes
    /// Base64, as written.
    package let resultXDR: String?

    /// Nil when the problem does not say what failed. What is decoded from the result counts more than Horizon's words.
    init?(_ problem: HorizonProblem) {
        guard let extras = problem.extras else { return nil }
        resultXDR = extras["result_xdr"]?.asString
        let words = extras["result_codes"].flatMap { try? ResultCodes($0) }
        guard let codes = resultXDR.flatMap({ ResultCodes(resultXDR: $0) }) ?? words, !codes.isSuccess else {
            return nil
        }
        self.codes = codes
    }

    /// Nil when the result is none that this release knows, or says that nothing failed.
    init?(resultXDR: String) {
        guard let codes = ResultCodes(resultXDR: resultXDR), !codes.isSuccess else { return nil }
        self.codes = codes
        self.resultXDR = resultXDR
    }
}
