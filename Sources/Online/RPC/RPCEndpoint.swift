// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import Horizon
import TextCodec

/// A call of a Stellar RPC method and the parser of its response, independent of the transport.
///
/// - Source: JSON-RPC 2.0; stellar-rpc, which takes parameters by name only.
package struct RPCEndpoint<Value> {
    package let method: String
    private let params: JSONObject
    private let limit: Int
    private let timeouts: HTTPTimeouts?
    private let read: (JSON) throws(JSONError) -> Value
    /// The ledger that a value is of; nil where it says nothing about the state of the ledger.
    let ledger: (Value) -> UInt32?

    /// - Parameters:
    ///   - params: the parameters by name; empty for none.
    ///   - limit: the longest response accepted, in bytes.
    ///   - timeouts: the method's own; nil for the client's.
    ///   - ledger: the ledger whose state a value shows.
    init(
        _ method: String, _ params: [(String, JSON)] = [], limit: Int = RPCClient.resourceLimit,
        timeouts: HTTPTimeouts? = nil, ledger: @escaping (Value) -> UInt32? = { _ in nil },
        read: @escaping (JSON) throws(JSONError) -> Value
    ) {
        self.method = method
        self.params = JSONObject(params)
        self.limit = limit
        self.timeouts = timeouts
        self.ledger = ledger
        self.read = read
    }

    /// The HTTP request to the server at `base`. It may be repeated on a new connection: no method does more when it is called twice, and
    /// the same bytes submitted twice are one transaction.
    ///
    /// - Parameter id: the request's id, which the response must repeat.
    package func request(at base: HTTPURL, id: UInt64, timeouts: HTTPTimeouts = HTTPTimeouts()) -> HTTPRequest {
        var members: [(String, JSON)] = [("jsonrpc", "2.0"), ("id", .integer(id)), ("method", .string(method))]
        if params.count > 0 { members.append(("params", .object(params))) }
        var request = HTTPRequest(
            .post, base, headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(JSON.object(JSONObject(members)).text().utf8), timeouts: self.timeouts ?? timeouts,
            sizeLimit: limit)
        request.mayRepeat = true
        return request
    }

    /// The value of a response, parsed strictly.
    ///
    /// - Parameters:
    ///   - base: the server that sent it, for errors.
    ///   - id: the id of the request.
    package func answer(
        _ result: Result<HTTPResponse, HTTPError>, from base: HTTPURL, id: UInt64
    ) throws(RPCError) -> Value {
        let call = RPCCall(method, at: base)
        let response: HTTPResponse
        do throws(HTTPError) { response = try result.get() } catch { throw .unreachable(call, error) }
        let body = try Self.body(of: response, to: call)
        let outcome: Result<Value, RPCProblem>
        do throws(JSONError) {
            switch try RPCResponse(body, id: id) {
            case .result(let json): outcome = .success(try read(json))
            case .problem(let problem): outcome = .failure(problem)
            }
        } catch { throw RPCError(error, to: call) }
        do throws(RPCProblem) { return try outcome.get() } catch { throw .refused(call, error) }
    }

    /// The body of a response with status 200 and the type of JSON.
    private static func body(of response: HTTPResponse, to call: RPCCall) throws(RPCError) -> [UInt8] {
        switch response.status {
        case 200: break
        case 429: throw .rateLimited(call, retryAfter: RetryAfter.seconds(response))
        case 500...599:
            throw .unavailable(call, status: response.status, retryAfter: RetryAfter.seconds(response))
        default: throw .protocolBroken(call, what: "status \(response.status)")
        }
        guard let type = response.header("content-type") else {
            throw .protocolBroken(call, what: "the response has no content type")
        }
        let mediaType = type.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
        guard mediaType == "application/json" else {
            throw .protocolBroken(call, what: "the content type is \(TerminalText.escape(type))")
        }
        return response.body
    }
}
