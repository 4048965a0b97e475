// SPDX-License-Identifier: Apache-2.0

import Codec

/// An error of JSON-RPC.
struct RPCError: Error, Hashable {
    private let code: Int
    private let message: String
    private var data: JSON?

    static func invalidRequest(_ message: String, data: JSON? = nil) -> RPCError {
        RPCError(code: -32600, message: message, data: data)
    }

    static let noSuchMethod = RPCError(code: -32601, message: "method not found")

    /// The server cannot answer at the moment, or what it asked cannot.
    static func serverFault(_ message: String) -> RPCError { RPCError(code: -32603, message: message) }

    /// - Source: stellar-rpc network/requestdurationlimiter.go.
    static let tooSlow = RPCError(code: -32001, message: "request exceeded processing limit threshold")

    static func invalidParameters(_ message: String) -> RPCError { RPCError(code: -32602, message: message) }

    var json: JSON {
        var object = JSONObject([("code", .integer(code)), ("message", .string(message))])
        if let data { object["data"] = data }
        return .object(object)
    }
}
