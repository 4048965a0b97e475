// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Stellar
import TextCodec

extension SubmitAnswer {
    /// Parses the response to `POST /transactions_async`: what Stellar Core said when Horizon passed it the
    /// transaction. A response that is not clearly one of its own is `uncertain`.
    ///
    /// - Source: stellar-horizon actions/submit_transaction_async.go.
    init(queue response: HTTPResponse, hash: TransactionHash) {
        switch response.status {
        case 201, 409, 503, 400:
            guard let said = try? JSON(parsing: response.body), let status = said["tx_status"]?.asString else { break }
            self = Self.said(status, said, response, hash)
            return
        // The server does not have this endpoint, so it cannot have passed the transaction on.
        case 404, 405:
            self = .noQueue
            return
        default: break
        }
        // All other responses are those of any Horizon submission, in which 200 and 409 have no meaning for this endpoint.
        switch response.status {
        case 200, 409: self = .uncertain(reason: "the server answered with status \(response.status)")
        default: self = Self(response, hash: hash)
        }
    }

    private static func said(
        _ status: String, _ said: JSON, _ response: HTTPResponse, _ hash: TransactionHash
    ) -> SubmitAnswer {
        guard said["hash"]?.asString == hash.hex else {
            return .uncertain(reason: "the answer is about another transaction")
        }
        switch (response.status, status) {
        case (201, "PENDING"): return .queued(isNew: true)
        case (409, "DUPLICATE"): return .queued(isNew: false)
        case (503, "TRY_AGAIN_LATER"): return .queueIsFull
        case (400, "ERROR"):
            let xdr = said["error_result_xdr"]?.asString ?? said["errorResultXdr"]?.asString
            return xdr.flatMap { SubmitRefusal(resultXDR: $0) }.map { .refused($0) } ?? .unexplained(resultXDR: xdr)
        default: return .uncertain(reason: "the server answered with status \(response.status)")
        }
    }
}
