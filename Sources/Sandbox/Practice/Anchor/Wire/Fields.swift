// SPDX-License-Identifier: Apache-2.0

import Codec
import LoopbackHTTP

/// Named values of a request. If a name is repeated, the last value counts.
struct Fields: Sendable {
    enum Value: Hashable, Sendable {
        case text(String)
        case file(UploadedFile)
    }

    /// The maximum number of fields in a request.
    static let most = 100

    private(set) var entries: [(name: String, value: Value)] = []

    init(_ entries: [(String, Value)] = []) throws(AnchorProblem) {
        guard entries.count <= Self.most else { throw AnchorProblem("There are more than \(Self.most) fields.") }
        self.entries = entries.map { (name: $0.0, value: $0.1) }
    }

    mutating func append(_ more: Fields) { entries += more.entries }

    /// A text; nil if it is missing or empty.
    subscript(_ name: String) -> String? {
        guard case .text(let text)? = value(name), !text.isEmpty else { return nil }
        return text
    }

    /// A text that must be present.
    func required(_ name: String) throws(AnchorProblem) -> String {
        guard let text = self[name] else { throw AnchorProblem("'\(name)' is missing.") }
        return text
    }

    /// All texts with this name, in order.
    func all(_ name: String) -> [String] {
        entries.compactMap { entry in
            guard entry.name == name, case .text(let text) = entry.value else { return nil }
            return text
        }
    }

    func value(_ name: String) -> Value? { entries.last { $0.name == name }?.value }

    func flag(_ name: String) throws(AnchorProblem) -> Bool {
        switch self[name] {
        case nil, "false": false
        case "true": true
        default: throw AnchorProblem("'\(name)' must be true or false.")
        }
    }
}

extension Fields {
    /// Parses `application/x-www-form-urlencoded`.
    init(form bytes: some Collection<UInt8>) throws(AnchorProblem) {
        guard let entries = FormDecoding.entries(bytes) else { throw AnchorProblem("The form does not decode.") }
        try self.init(entries.map { ($0.name, .text($0.value)) })
    }

    /// Parses a body of one of the three content types that the SEPs name.
    init(_ body: [UInt8], contentType: String) throws(AnchorProblem) {
        let type = contentType.split(separator: ";").first.map { $0.filter { !$0.isWhitespace }.lowercased() }
        switch type {
        case "application/json"?: try self.init(json: body)
        case "application/x-www-form-urlencoded"?: try self.init(form: body)
        case "multipart/form-data"?: try self.init(multipart: body, contentType: contentType)
        default:
            throw AnchorProblem(
                415, "The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.")
        }
    }

    private init(multipart body: [UInt8], contentType: String) throws(AnchorProblem) {
        let parts: [Multipart.Part]
        do throws(Multipart.ParsingError) { parts = try Multipart.parts(of: body, contentType: contentType) } catch {
            throw AnchorProblem("The multipart body does not decode: \(error.reason).")
        }
        try self.init(
            parts.map { ($0.name, $0.fileName == nil ? .text($0.text ?? "") : .file(UploadedFile($0.content))) })
    }

    /// Parses a JSON object of texts, numbers and booleans. Members of a nested object are named `outer.inner`.
    init(json body: [UInt8]) throws(AnchorProblem) {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: body, maximumDepth: 8) } catch {
            throw AnchorProblem("The body is not JSON: \(error.message).")
        }
        guard let object = json.asObject else { throw AnchorProblem("The body is not a JSON object.") }
        try self.init(try Self.members(of: object, prefix: ""))
    }

    private static func members(of object: JSONObject, prefix: String) throws(AnchorProblem) -> [(String, Value)] {
        var entries: [(String, Value)] = []
        for (name, value) in object.members {
            switch value {
            case .null: continue
            case .string(let text), .number(let text): entries.append((prefix + name, .text(text)))
            case .bool(let flag): entries.append((prefix + name, .text(String(flag))))
            case .object(let inner): entries += try members(of: inner, prefix: "\(prefix)\(name).")
            case .array: throw AnchorProblem("'\(TerminalText.escape(prefix + name))' must not be a list.")
            }
        }
        return entries
    }
}
