// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// A JSON-RPC error.
///
/// - Source: JSON-RPC 2.0 §5.1; stellar-rpc, whose codes are those of the specification.
package struct RPCProblem: Error, Hashable {
    package enum Kind: Hashable, Sendable {
        /// -32601: the server does not have this method.
        case unknownMethod
        /// -32600, -32602 and all others: the server does not accept this request.
        case badRequest
        /// -32603: the server cannot answer at the moment, for example because its database is not ready.
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
        case -32603: .serverFault
        default: .badRequest
        }
    }

    /// The problem on one line, escaped.
    package var message: String { "the server refuses: \(TerminalText.escape(text)) (\(code))" }
}
