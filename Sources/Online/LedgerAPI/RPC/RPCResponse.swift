// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The content of a JSON-RPC response object: exactly one of a result and an error.
///
/// - Source: JSON-RPC 2.0 §5. A batch is refused, because none was sent.
package enum RPCResponse: Hashable, Sendable {
    case result(JSON)
    case problem(RPCProblem)

    /// The deepest nesting accepted; the methods' results have at most eight levels.
    static let depthLimit = 16

    /// - Parameter id: the id of the request.
    package init(_ body: [UInt8], id: UInt64) throws(JSONError) {
        let json = try JSON(parsing: body, maximumDepth: Self.depthLimit)
        guard case .object = json else { throw .wrongType(field: "response", expected: "an object") }
        guard try json.string("jsonrpc") == "2.0" else { throw .wrongType(field: "jsonrpc", expected: "\"2.0\"") }
        let problem = try json["error"].flatMap { error throws(JSONError) in try Self.problem(error) }
        // An error about a request that the server could not read has no id.
        if problem == nil || json["id"] != .null {
            guard try json.member("id") == .integer(id) else {
                throw .wrongType(field: "id", expected: "the id of the request")
            }
        }
        switch (problem, json["result"]) {
        case (let problem?, nil), (let problem?, .null): self = .problem(problem)
        case (nil, let result?): self = .result(result)
        case (nil, nil): throw .missing(field: "result")
        case (_?, _?): throw .wrongType(field: "error", expected: "absent from a response with a result")
        }
    }

    /// Nil for null, which some servers write in place of nothing.
    private static func problem(_ json: JSON) throws(JSONError) -> RPCProblem? {
        guard json != .null else { return nil }
        do throws(JSONError) { return try RPCProblem(json) } catch { throw error.inside("error") }
    }
}
