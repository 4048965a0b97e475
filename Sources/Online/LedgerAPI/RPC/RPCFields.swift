// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// Accessors for values as Stellar RPC writes them: 32-bit numbers as numbers, 64-bit numbers as strings with few
/// exceptions, XDR in base64. Their errors name the field.
extension JSON {
    /// The largest number that every JSON reader keeps exactly: 2^53 - 1.
    ///
    /// - Source: RFC 8259 §6.
    private static let exactLimit: UInt64 = 1 << 53 - 1

    /// A ledger's sequence number, written as a number.
    func ledger(_ key: String) throws(JSONError) -> UInt32 { try integer(key, as: UInt32.self) }

    /// Nil when the member is absent or null.
    func optionalLedger(_ key: String) throws(JSONError) -> UInt32? {
        isPresent(key) ? try ledger(key) : nil
    }

    /// A whole number written as a string of digits.
    func digits<I: FixedWidthInteger>(_ key: String, as type: I.Type = I.self) throws(JSONError) -> I {
        guard JSON.isWholeNumber(try string(key)) else {
            throw .wrongType(field: key, expected: "a whole number in a string")
        }
        return try decimalString(key, as: type)
    }

    /// Seconds since 1970, written as a string.
    func time(_ key: String) throws(JSONError) -> Timestamp { Timestamp(try digits(key, as: UInt64.self)) }

    func optionalTime(_ key: String) throws(JSONError) -> Timestamp? {
        isPresent(key) ? try time(key) : nil
    }

    /// Seconds since 1970, written as a number.
    func numericTime(_ key: String) throws(JSONError) -> Timestamp {
        let seconds = try integer(key, as: UInt64.self)
        guard seconds <= Self.exactLimit else { throw .outOfRange(field: key) }
        return Timestamp(seconds)
    }

    /// A number of stroops, written as a string; not negative.
    func stroops(_ key: String) throws(JSONError) -> Int64 {
        let stroops = try digits(key, as: Int64.self)
        guard stroops >= 0 else { throw .outOfRange(field: key) }
        return stroops
    }

    func hash(_ key: String) throws(JSONError) -> TransactionHash {
        guard let hash = TransactionHash(hex: try string(key)) else {
            throw .wrongType(field: key, expected: "a hash of 64 hex digits")
        }
        return hash
    }

    func isPresent(_ key: String) -> Bool {
        switch self[key] {
        case nil, .null: false
        default: true
        }
    }

    /// A value of an XDR type in base64, strict.
    func xdr<Value: XDRCodable>(_ key: String, as type: Value.Type = Value.self) throws(JSONError) -> Value {
        try JSON.string(try string(key)).xdrValue(key)
    }

    func optionalXDR<Value: XDRCodable>(_ key: String, as type: Value.Type = Value.self) throws(JSONError) -> Value? {
        isPresent(key) ? try xdr(key, as: Value.self) : nil
    }

    /// An array of values of an XDR type; empty when the member is absent or null.
    func xdrs<Value: XDRCodable>(_ key: String, as type: Value.Type = Value.self) throws(JSONError) -> [Value] {
        guard isPresent(key) else { return [] }
        var values: [Value] = []
        for (index, element) in try array(key).enumerated() { values.append(try element.xdrValue("\(key)[\(index)]")) }
        return values
    }

    /// An array of values of an XDR type, each read alone; empty when the member is absent or null.
    func readableXDRs<Value: XDRCodable>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(JSONError) -> [Readable<Value>] {
        guard isPresent(key) else { return [] }
        var values: [Readable<Value>] = []
        for (index, element) in try array(key).enumerated() {
            values.append(
                try Readable(tolerant: element) { element throws(JSONError) in
                    try element.xdrValue("\(key)[\(index)]")
                })
        }
        return values
    }

    /// A value of an XDR type that may have something unknown in it.
    func readableXDR<Value: XDRCodable>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(JSONError) -> Readable<Value> {
        try Readable(tolerant: try member(key)) { text throws(JSONError) in try text.xdrValue(key) }
    }

    /// Bytes in base64.
    func xdrBytes(_ key: String) throws(JSONError) -> [UInt8] { try JSON.string(try string(key)).bytes(key) }

    /// What is read from XDR, with errors that name the field.
    static func reading<Value>(
        _ field: String, _ type: String, _ read: () throws(XDRError) -> Value
    ) throws(JSONError) -> Value {
        do throws(XDRError) { return try read() } catch {
            if case .unknownValue = error { throw .unknownValue(field: field, what: error.message) }
            throw .wrongType(field: field, expected: "\(type) in XDR: \(error.message)")
        }
    }

    private func bytes(_ field: String) throws(JSONError) -> [UInt8] {
        guard let text = asString else { throw .wrongType(field: field, expected: "a string") }
        do throws(Base64Error) { return try Base64.decode(text) } catch {
            throw .wrongType(field: field, expected: "base64: \(error.message)")
        }
    }

    /// This text as a value of an XDR type.
    ///
    /// - Parameter field: the name for errors.
    func xdrValue<Value: XDRCodable>(_ field: String) throws(JSONError) -> Value {
        let bytes = try bytes(field)
        return try JSON.reading(field, "\(Value.self)") { () throws(XDRError) in try Value(xdr: bytes) }
    }

    /// The elements of an array; empty when the member is absent or null.
    func optionalElements<Value>(
        _ key: String, _ read: (JSON) throws(JSONError) -> Value
    ) throws(JSONError) -> [Value] {
        isPresent(key) ? try elements(key, read) : []
    }
}

// MARK: The response around them

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
