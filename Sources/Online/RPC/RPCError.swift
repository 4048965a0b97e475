// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import TextCodec

/// Why a call of a Stellar RPC method failed. Text from responses is escaped.
package enum RPCError: Error, Hashable {
    /// There is no HTTP response.
    case unreachable(RPCCall, HTTPError)
    /// The response is not a valid one to this call: `what` is wrong with it.
    case protocolBroken(RPCCall, what: String)
    /// Too many requests; the seconds to wait, if the server states them.
    case rateLimited(RPCCall, retryAfter: Int?)
    /// 5xx: the server, or a proxy in front of it, is not available at the moment.
    case unavailable(RPCCall, status: Int, retryAfter: Int?)
    /// The server answers with a JSON-RPC error.
    case refused(RPCCall, RPCProblem)
    /// The server belongs to a network other than the expected one.
    case otherNetwork(RPCCall, found: String, expected: String)

    /// The server and the method.
    package var call: RPCCall {
        switch self {
        case .unreachable(let call, _), .protocolBroken(let call, _), .rateLimited(let call, _),
            .unavailable(let call, _, _), .refused(let call, _), .otherNetwork(let call, _, _):
            call
        }
    }

    /// Whether another server may have the answer, because this one cannot give it at the moment.
    package var isAbsence: Bool {
        switch self {
        case .unreachable(_, let error): error.isAbsence
        case .rateLimited, .unavailable: true
        case .refused(_, let problem): problem.kind == .serverFault || problem.kind == .unknownMethod
        case .protocolBroken, .otherNetwork: false
        }
    }

    /// Seconds after which to try an overloaded server again; nil for other errors.
    var pause: UInt64? {
        switch self {
        case .rateLimited(_, let seconds), .unavailable(_, 503, let seconds): UInt64(max(1, seconds ?? 2))
        case .unreachable, .protocolBroken, .unavailable, .refused, .otherNetwork: nil
        }
    }

    package var message: String {
        switch self {
        case .unreachable(let call, let error): "\(call.text): \(error.message)"
        case .protocolBroken(let call, let what): "the answer to \(call.text) is not Stellar RPC's: \(what)"
        case .rateLimited(let call, let wait): "\(call.text): too many requests" + Self.waiting(wait)
        case .unavailable(let call, let status, let wait):
            "\(call.text): not available (status \(status))" + Self.waiting(wait)
        case .refused(let call, let problem): "\(call.text): \(problem.message)"
        case .otherNetwork(let call, let found, let expected):
            "\(call.server) belongs to the network \"\(TerminalText.escape(found))\", not to "
                + "\"\(TerminalText.escape(expected))\""
        }
    }

    private static func waiting(_ seconds: Int?) -> String {
        seconds.map { "; it asks to wait \($0) s" } ?? ""
    }
}
