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
    struct Fault: Error {
        let id: JSON
        let error: RPCError
    }

    private static let members: Set<String> = ["jsonrpc", "id", "method", "params"]

    init(_ json: JSON) throws(Fault) {
        guard let object = json.asObject else {
            throw Fault(id: .null, error: .invalidRequest("request is not an object"))
        }
        switch object["id"] {
        case nil, .null?: id = nil
        case let given? where given.asString != nil: id = given
        case .number(let text)?: id = .number(text)
        default: throw Fault(id: .null, error: .invalidRequest("invalid request ID"))
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
            throw Fault(id: id ?? .null, error: error)
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
