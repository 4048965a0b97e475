// SPDX-License-Identifier: Apache-2.0

import LoopbackHTTP

/// A request, independent of the HTTP library.
struct Request: Sendable {
    /// In upper case.
    let method: String
    /// The path, split at slashes and decoded; empty for the root.
    let path: [String]
    /// The path as sent, for links to other pages of the same list.
    let rawPath: String
    /// If a name is repeated, the last value counts.
    let query: [String: String]
    /// The body's media type without parameters, in lower case; nil if the client names none.
    let contentType: String?
    let body: [UInt8]

    /// - Throws: a problem if percent escapes in the path or query are invalid.
    init(method: String, rawPath: String, rawQuery: String, contentType: String?, body: [UInt8]) throws(Problem) {
        self.method = method
        self.rawPath = rawPath
        var parts: [String] = []
        for part in rawPath.split(separator: "/") {
            guard let text = FormDecoding.unescape(part.utf8, plusIsSpace: false) else { throw .badRequest("path") }
            parts.append(text)
        }
        path = parts
        guard let query = FormDecoding.fields(rawQuery.utf8) else { throw .badRequest("query") }
        self.query = query
        self.contentType = contentType.map { type in
            let name = type.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
            return String(name.filter { !$0.isWhitespace }).lowercased()
        }
        self.body = body
    }

    /// A parameter of a POST request: from the body, which must be a form, or else from the query.
    func parameter(_ name: String) throws(Problem) -> String {
        guard contentType == nil || contentType == "application/x-www-form-urlencoded" else {
            throw .unsupportedMediaType
        }
        guard let form = FormDecoding.fields(body) else { throw .badRequest("body") }
        return form[name] ?? query[name] ?? ""
    }
}
