// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP

/// Why a call of a Stellar RPC method failed. Text from responses is escaped.
package enum RPCError: Error, Hashable {
    /// There is no HTTP response.
    case unreachable(RPCCall, HTTPError)
    /// The response is not a valid one to this call: `what` is wrong with it.
    case protocolBroken(RPCCall, what: String)
    /// A value in the response is needed and not known to this version: `what` names it.
    case unknownValue(RPCCall, what: String)
    /// The response is of an earlier ledger than one seen from the same server before: another machine behind its name
    /// is behind.
    case behind(RPCCall, ledger: UInt32, seen: UInt32)
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
        case .unreachable(let call, _), .protocolBroken(let call, _), .unknownValue(let call, _),
            .behind(let call, _, _), .rateLimited(let call, _), .unavailable(let call, _, _), .refused(let call, _),
            .otherNetwork(let call, _, _):
            call
        }
    }

    /// Whether another server may have the answer, because this one cannot give it at the moment.
    package var isAbsence: Bool {
        switch self {
        case .unreachable(_, let error): error.isAbsence
        case .rateLimited, .unavailable, .behind: true
        case .refused(_, let problem): problem.kind == .serverFault || problem.kind == .unknownMethod
        case .protocolBroken, .unknownValue, .otherNetwork: false
        }
    }

    /// Seconds after which to try an overloaded server again; nil for other errors.
    var pause: UInt64? {
        switch self {
        case .rateLimited(_, let seconds), .unavailable(_, 503, let seconds): UInt64(max(1, seconds ?? 2))
        case .refused(_, let problem) where problem.isOverloaded: 2
        case .behind: 3
        case .unreachable, .protocolBroken, .unknownValue, .unavailable, .refused, .otherNetwork: nil
        }
    }

    /// The error for a response that cannot be read.
    init(_ error: JSONError, to call: RPCCall) {
        if case .unknownValue = error {
            self = .unknownValue(call, what: error.message)
        } else {
            self = .protocolBroken(call, what: error.message)
        }
    }

    package var message: String {
        switch self {
        case .unreachable(let call, let error): "\(call.text): \(error.message)"
        case .protocolBroken(let call, let what): "the answer to \(call.text) is not Stellar RPC's: \(what)"
        case .unknownValue(let call, let what): "the answer to \(call.text) cannot be used: \(what)"
        case .behind(let call, let ledger, let seen):
            "\(call.text): it answers as of ledger \(ledger), and it was at \(seen) before: it is behind"
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

extension RPCError: Fault {
    package var kind: FaultKind {
        switch self {
        // Permanent: the server will respond in the same way again.
        case .unreachable(_, HTTPError.badCertificate(_, _)), .unreachable(_, .tooLarge),
            .unreachable(_, .redirectRefused), .unreachable(_, .notHTTP), .protocolBroken, .unknownValue:
            .protocolBroken
        case .otherNetwork: .badInput
        case .unreachable, .rateLimited, .unavailable, .behind: .unreachable
        case .refused(_, let problem):
            switch problem.kind {
            case .serverFault: .unreachable
            case .unknownMethod: .protocolBroken
            case .badRequest: .badInput
            }
        }
    }

    package var hint: Wording? {
        switch self {
        case .unreachable(_, HTTPError.badCertificate(_, _)):
            "use \(field: .caFile) if the server has a private certificate"
        case .unreachable(_, .tooLarge), .unreachable(_, .redirectRefused), .unreachable(_, .notHTTP), .protocolBroken:
            "is this the URL of a Stellar RPC server?"
        case .unknownValue: UnknownValue.hint
        case .otherNetwork: "check \(field: .network) and \(field: .rpcURL)"
        case .unreachable, .rateLimited, .unavailable, .behind:
            "nothing was changed or lost; try again"
        case .refused(_, let problem):
            switch problem.kind {
            case .serverFault: "nothing was changed or lost; try again"
            case .unknownMethod: "the server is older than stellar-rpc 23, or is not a Stellar RPC server"
            case .badRequest: nil
            }
        }
    }
}

/// A JSON-RPC error.
///
/// - Source: JSON-RPC 2.0 §5.1; stellar-rpc, whose codes are those of the specification.
package struct RPCProblem: Error, Hashable {
    package enum Kind: Hashable, Sendable {
        /// -32601: the server does not have this method.
        case unknownMethod
        /// -32600, -32602 and all others: the server does not accept this request.
        case badRequest
        /// -32603 and -32000 to -32099: the server cannot answer at the moment, for example because its database is not
        /// ready, the request took too long, or its queue is full.
        case serverFault
    }

    package let code: Int
    /// The server's words, as written.
    package let text: String

    package init(code: Int, text: String) {
        self.code = code
        self.text = text
    }

    init(_ json: JSON) throws(JSONError) {
        self.init(code: Int(try json.integer("code", as: Int32.self)), text: try json.string("message"))
    }

    package var kind: Kind {
        switch code {
        case -32601: .unknownMethod
        case -32603, Self.serverErrors: .serverFault
        default: .badRequest
        }
    }

    /// What a server may define for itself.
    ///
    /// - Source: JSON-RPC 2.0 §5.1.
    private static let serverErrors = -32099 ... -32000

    /// Whether the server had no time for the request, and asks to try again later.
    package var isOverloaded: Bool { Self.serverErrors.contains(code) || isQueueFull }

    /// Whether the request waited in no queue, because that was full, so that it had no effect.
    ///
    /// - Source: stellar-rpc network/backlogQ.go: "rpc queue for X surpassed queue limit, try again later".
    package var isQueueFull: Bool { text.contains("surpassed queue limit") }

    /// Whether the server cannot read the request, so that it had no effect.
    package var isUnreadable: Bool { [-32700, -32600, -32602].contains(code) }

    /// Whether Stellar Core has filtered a transaction: this node does not take it, and has not passed it on.
    ///
    /// - Source: stellar-rpc methods/send_transaction.go, which knows four of Core's five statuses.
    package var isFiltered: Bool { code == -32603 && text == "invalid status from stellar-core" }

    /// The problem on one line, escaped.
    package var message: String { "the server refuses: \(TerminalText.escape(text)) (\(code))" }
}

/// A method that was called and the server that was asked, for messages.
package struct RPCCall: Hashable, Sendable {
    /// Host and port.
    package let server: String
    package let method: String

    package init(_ method: String, at base: HTTPURL) {
        server = base.authority
        self.method = method
    }

    /// `getNetwork at rpc.example.com`.
    package var text: String { "\(method) at \(server)" }
}
