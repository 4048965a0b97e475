// SPDX-License-Identifier: Apache-2.0

package import HTTP
package import Stellar

/// The submission of a signed envelope to a server.
package struct Posting: Sendable {
    /// The envelope in base64.
    private let envelope: String
    /// The hash that the response must be about.
    private let hash: TransactionHash
    private let endpoint: SubmitEndpoint

    /// Horizon responds when the transaction is in a ledger, or after about 30 seconds.
    private static let timeouts = HTTPTimeouts(total: .seconds(75), stall: .seconds(70))

    package init(envelope: String, hash: TransactionHash, endpoint: SubmitEndpoint = .waiting) {
        self.envelope = envelope
        self.hash = hash
        self.endpoint = endpoint
    }

    /// The HTTP request. It may be repeated on a new connection: the same bytes submitted twice are one transaction.
    package func request(at base: HTTPURL) -> HTTPRequest {
        var request = HTTPRequest.form(
            base.appending(endpoint == .waiting ? "transactions" : "transactions_async"), fields: [("tx", envelope)],
            timeouts: endpoint == .waiting ? Self.timeouts : HTTPTimeouts(), sizeLimit: HorizonClient.transactionLimit)
        request.mayRepeat = true
        return request
    }

    package func answer(_ result: Result<HTTPResponse, HTTPError>) -> SubmitAnswer {
        switch result {
        case .success(let response):
            endpoint == .waiting ? SubmitAnswer(response, hash: hash) : SubmitAnswer(queue: response, hash: hash)
        case .failure(let error):
            switch error.delivery {
            case .definitelyNotSent: .notSent(error)
            case .mayHaveArrived: .uncertain(reason: error.message)
            }
        }
    }
}
