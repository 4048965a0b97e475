// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import Horizon
package import Stellar

/// A server of a run, with the API that it has: where a transaction is submitted, or looked up. Everything that depends on the API is in the
/// extensions of this type.
package enum LedgerServer: Hashable, Sendable {
    case horizon(HTTPURL)
    /// Stellar RPC, of this network.
    case rpc(HTTPURL, Network)

    var base: HTTPURL {
        switch self {
        case .horizon(let base), .rpc(let base, _): base
        }
    }

    var isRPC: Bool { if case .rpc = self { true } else { false } }

    /// The request that asks for a fact, and the reader of its response.
    ///
    /// - Parameter id: identifies the request, where the API has ids.
    func query(_ fact: StatusQuery.Fact, about transaction: PendingTransaction, id: UInt64) -> ServerQuery {
        switch self {
        case .horizon(let base): Self.horizonQuery(fact, about: transaction, at: base)
        case .rpc(let base, let network): Self.rpcQuery(fact, about: transaction, at: base, of: network, id: id)
        }
    }

    /// The request that submits an envelope, and the reader of its response.
    ///
    /// - Parameters:
    ///   - envelope: in base64.
    ///   - endpoint: Horizon's; Stellar RPC has one, which answers at once.
    ///   - id: as above.
    func posting(of envelope: String, hash: TransactionHash, to endpoint: SubmitEndpoint, id: UInt64) -> ServerPosting {
        switch self {
        case .horizon(let base):
            let posting = Posting(envelope: envelope, hash: hash, endpoint: endpoint)
            return ServerPosting(request: posting.request(at: base), read: posting.answer)
        case .rpc(let base, _): return Self.rpcPosting(of: envelope, hash: hash, at: base, id: id)
        }
    }
}

/// A question to a server: the request, and what its response says.
struct ServerQuery {
    let request: HTTPRequest
    let read: (Result<HTTPResponse, HTTPError>) -> StatusQuery.Answer
}

/// A submission to a server: the request, and what its response says.
struct ServerPosting {
    let request: HTTPRequest
    let read: (Result<HTTPResponse, HTTPError>) -> SubmitAnswer
}

extension PendingTransaction {
    /// The hash to look up for a fact.
    func hash(_ fact: StatusQuery.Fact) -> TransactionHash {
        fact == .innerLedgerOutcome ? innerHash ?? hash : hash
    }
}
