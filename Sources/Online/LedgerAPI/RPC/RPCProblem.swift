// SPDX-License-Identifier: Apache-2.0

import Codec

/// A JSON-RPC error.
///
/// - Source: JSON-RPC 2.0 §5.1; stellar-rpc, whose codes are those of the specification.
package struct RPCProblem: Error, Hashable {
    package enum Kind: Hashable, Sendable {
        /// -32601: the server does not have this method.
        case unknownMethod
        /// -32600, -32602 and all others: the server does not accept this request.
        case badRequest
        /// -32603 and -32000 to -32099: the server cannot answer at the moment, for example because its database is not ready, the request
        /// took too long, or its queue is full.
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
