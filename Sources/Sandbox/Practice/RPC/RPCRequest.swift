// SPDX-License-Identifier: Apache-2.0

import Codec

/// One request of JSON-RPC 2.0, by the rules of the library that stellar-rpc uses.
///
/// - Source: JSON-RPC 2.0 §4; jrpc2 json.go.
struct RPCRequest {
    /// A string or a number; nil for a notification, which gets no response. A null counts as none.
    let id: JSON?
    let method: String
    let parameters: JSON?

    /// A request that is not one, with the id that its response has.
    struct ReadingError: Error {
        let id: JSON
        let error: RPCError
    }

    private static let members: Set<String> = ["jsonrpc", "id", "method", "params"]

    init(_ json: JSON) throws(ReadingError) {
        guard let object = json.asObject else {
            throw ReadingError(id: .null, error: .invalidRequest("request is not an object"))
        }
        switch object["id"] {
        case nil, .null?: id = nil
        case let given? where given.asString != nil: id = given
        case .number(let text)?: id = .number(text)
        default: throw ReadingError(id: .null, error: .invalidRequest("invalid request ID"))
        }
        do throws(RPCError) {
            guard object["jsonrpc"] == .string("2.0") else { throw .invalidRequest("invalid version marker") }
            guard let method = object["method"]?.asString, !method.isEmpty else {
                throw .invalidRequest("empty method name")
            }
            self.method = method
            parameters = try Self.parameters(object["params"])
            let others = object.keys.filter { !Self.members.contains($0) }
            guard others.isEmpty else {
                throw .invalidRequest("extra fields in request", data: .array(others.map(JSON.string)))
            }
        } catch {
            throw ReadingError(id: id ?? .null, error: error)
        }
    }

    private static func parameters(_ json: JSON?) throws(RPCError) -> JSON? {
        switch json {
        case nil, .null?: return nil
        case .object?, .array?: return json
        default: throw .invalidRequest("parameters must be array or object")
        }
    }
}

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

/// A response over HTTP.
package struct RPCReply: Sendable {
    package let status: Int
    package let contentType: String?
    package let body: String

    init(_ json: JSON) {
        status = 200
        contentType = "application/json"
        body = json.text()
    }

    private init(status: Int, _ text: String) {
        self.status = status
        contentType = text.isEmpty ? nil : "text/plain; charset=utf-8"
        body = text
    }

    /// There were notifications only, which have no response.
    static let nothing = RPCReply(status: 204, "")
    package static let wrongMethod = RPCReply(status: 405, "Method Not Allowed\n")
    package static let tooLarge = RPCReply(status: 413, "request size exceeds the limit\n")
    package static let unreadable = RPCReply(status: 400, "the body cannot be read\n")
    package static let wrongPath = RPCReply(status: 404, "no such fault of the practice RPC\n")
    static let wrongContentType = RPCReply(status: 415, "Unsupported Media Type\n")
    /// What stellar-rpc responds to a body that is not JSON.
    static let notJSON = RPCReply(status: 500, "[-32700] parse error\n")
}
