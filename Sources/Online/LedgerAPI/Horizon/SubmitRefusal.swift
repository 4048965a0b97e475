// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// A server's response that a transaction failed: Horizon's 400 `transaction_failed`, and the status `ERROR` of both kinds of servers.
///
/// It covers two cases that look alike: the network rejected the transaction, or it was applied and failed, with its
/// fee paid and its sequence number used. Only a lookup by hash tells them apart. After an earlier attempt of unknown
/// outcome, a rejection (`tx_bad_seq` above all) may even mean that the earlier attempt succeeded.
package struct SubmitRefusal: Hashable, Sendable {
    package let codes: ResultCodes
    /// The result in base64, as written.
    package let resultXDR: String?

    /// Nil when the problem does not state what failed. Codes decoded from the result take precedence over Horizon's text.
    init?(_ problem: HorizonProblem) {
        guard let extras = problem.extras else { return nil }
        resultXDR = extras["result_xdr"]?.asString
        let words = extras["result_codes"].flatMap { try? ResultCodes($0) }
        guard let codes = resultXDR.flatMap({ ResultCodes(resultXDR: $0) }) ?? words, !codes.isSuccess else {
            return nil
        }
        self.codes = codes
    }

    /// Nil when this release cannot decode the result, or the result is a success.
    package init?(resultXDR: String) {
        guard let codes = ResultCodes(resultXDR: resultXDR), !codes.isSuccess else { return nil }
        self.codes = codes
        self.resultXDR = resultXDR
    }
}
