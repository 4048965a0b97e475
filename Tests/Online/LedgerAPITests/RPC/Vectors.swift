// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import TestSupport
import Testing

/// The files in `Vectors`.
enum Vectors {
    static func json(_ name: String) throws -> JSON { try VectorFiles.json(name + ".json", beside: #filePath) }

    static func cases(_ name: String, _ member: String = "cases") throws -> [JSON] { try json(name).array(member) }

    /// The result in a dialog.
    static func result(_ dialog: String) throws -> JSON {
        let found = try cases("rpc-dialog").first { $0["name"] == .string(dialog) }
        return try #require(found?["response"]?["result"])
    }

    /// The XDR in a dialog's parameter.
    static func param(_ dialog: String, _ name: String) throws -> String {
        let found = try cases("rpc-dialog").first { $0["name"] == .string(dialog) }
        return try #require(found?["request"]?["params"]?[name]?.asString)
    }
}

extension JSON {
    /// The document without members that are null.
    var withoutNulls: JSON {
        switch self {
        case .object(let object):
            .object(JSONObject(object.members.filter { $0.value != .null }.map { ($0.key, $0.value.withoutNulls) }))
        case .array(let elements): .array(elements.map(\.withoutNulls))
        default: self
        }
    }

    /// The object with one member replaced, or removed if `value` is nil.
    func with(_ key: String, _ value: JSON?) -> JSON {
        guard case .object(var object) = self else { return self }
        object[key] = value
        return .object(object)
    }
}

/// A client with prepared answers, and the requests that it makes.
struct AskedRPC {
    static let base = "http://127.0.0.1:8000/rpc"
    static let network: JSON = [
        "passphrase": "Test SDF Network ; September 2015", "protocolVersion": 28,
    ]

    let client: RPCClient
    let transport: RecordedTransport

    /// Answers getNetwork, and then with each result in turn; ids are those of the requests.
    init(_ results: JSON..., network: JSON = AskedRPC.network) throws {
        try self.init(bodies: results.map { result in { id in AskedRPC.envelope(result, id: id) } }, network: network)
    }

    init(bodies: [@Sendable (JSON) -> JSON], network: JSON = AskedRPC.network) throws {
        transport = RecordedTransport { request in
            let asked = try? JSON(parsing: request.body ?? [])
            let id = asked?["id"] ?? .null
            if asked?["method"] == "getNetwork" {
                return .success(AskedRPC.response(AskedRPC.envelope(network, id: id)))
            }
            let index = (id.asInteger(Int.self) ?? 2) - 2
            guard bodies.indices.contains(index) else {
                return .failure(.cannotConnect(host: request.url.authority, detail: "no recorded answer is left"))
            }
            return .success(AskedRPC.response(bodies[index](id)))
        }
        client = RPCClient(network: .testnet, bases: [try HTTPURL(AskedRPC.base)], transport: transport)
    }

    static func envelope(_ result: JSON, id: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": result] }

    static func response(_ json: JSON, status: Int = 200, type: String = "application/json") -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [HTTPHeader("content-type", type)], body: Array(json.text().utf8))
    }
}

extension RPCEndpoint {
    /// The value that the endpoint reads from a result.
    func value(of result: JSON) throws -> Value {
        try answer(
            .success(AskedRPC.response(AskedRPC.envelope(result, id: 7))), from: HTTPURL(AskedRPC.base), id: 7)
    }

    /// What is wrong with a result; nil if nothing is.
    func fault(of result: JSON) throws -> String? {
        do { _ = try value(of: result) } catch let error as RPCError {
            guard case .protocolBroken(_, let what) = error else { return "not protocolBroken: \(error.message)" }
            return what
        }
        return nil
    }

    /// What the endpoint posts: method and parameters.
    func posted() throws -> JSON {
        let request = request(at: try HTTPURL(AskedRPC.base), id: 7)
        return try JSON(parsing: request.body ?? [])
    }
}
