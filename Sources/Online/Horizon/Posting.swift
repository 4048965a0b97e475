// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
package import Stellar

/// A signed envelope on its way to a server.
package struct Posting: Sendable {
    /// The two places that take one.
    package enum Door: Hashable, Sendable {
        /// `POST /transactions`: the answer comes when the transaction is in a ledger, or after half a minute.
        case waiting
        /// `POST /transactions_async`: the answer comes at once, and says whether the network's queue has taken it.
        case queue
    }

    /// Base64, as it is to be sent.
    private let envelope: String
    /// What the answer must be about.
    private let hash: TransactionHash
    private let door: Door

    /// Horizon answers a submission when the transaction is in a ledger, or after about 30 seconds.
    private static let timeouts = HTTPTimeouts(total: .seconds(75), stall: .seconds(70))

    package init(envelope: String, hash: TransactionHash, door: Door = .waiting) {
        self.envelope = envelope
        self.hash = hash
        self.door = door
    }

    /// The same bytes posted twice are one transaction, so a kept connection may carry them.
    package func request(at base: HTTPURL) -> HTTPRequest {
        var request = HTTPRequest.form(
            base.appending(door == .waiting ? "transactions" : "transactions_async"), fields: [("tx", envelope)],
            timeouts: door == .waiting ? Self.timeouts : HTTPTimeouts(), sizeLimit: HorizonClient.transactionLimit)
        request.mayRepeat = true
        return request
    }

    package func answer(_ result: Result<HTTPResponse, HTTPError>) -> SubmitAnswer {
        switch result {
        case .success(let response):
            door == .waiting ? SubmitAnswer(response, hash: hash) : SubmitAnswer(queue: response, hash: hash)
        case .failure(let error):
            switch error.delivery {
            case .definitelyNotSent: .notSent(error)
            case .mayHaveArrived: .uncertain(reason: error.message)
            }
        }
    }
}
