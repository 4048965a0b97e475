// SPDX-License-Identifier: Apache-2.0

import LoopbackHTTP

/// A request of the browser, independent of the HTTP library.
package struct DeskRequest: Sendable {
    package enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST" }

    /// Nil for a method that no page has.
    package let method: Method?
    /// The path as sent, with escapes.
    package let path: String
    package let query: [String: String]
    /// Values by lower-case name, in the order sent.
    private let headers: [String: [String]]
    package private(set) var body: [UInt8]

    package init(
        method: String, path: String, query: [String: String] = [:], headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.method = Method(rawValue: method)
        self.path = path
        self.query = query
        self.headers = Dictionary(grouping: headers) { $0.name.lowercased() }.mapValues { $0.map(\.value) }
        self.body = body
    }

    /// The fields of a query as sent: a form separates words with plus signs. None if it cannot be read; the last of a name counts.
    package static func query(_ text: String) -> [String: String] { FormDecoding.fields(text.utf8) ?? [:] }

    /// The request with its body.
    package func with(body: [UInt8]) -> DeskRequest {
        var request = self
        request.body = body
        return request
    }

    /// The parts of the path, decoded; nil if an escape is invalid.
    package var components: [String]? {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let text = FormDecoding.unescape(part.utf8, plusIsSpace: false) else { return nil }
            parts.append(text)
        }
        return parts
    }

    /// The value of a header that may be there once; nil if it is missing or repeated.
    package func header(_ name: String) -> String? {
        guard let values = headers[name], values.count == 1 else { return nil }
        return values[0]
    }

    /// Whether a header was sent, once or more often.
    package func hasHeader(_ name: String) -> Bool { headers[name] != nil }

    /// The values of a cookie: several, if the browser has several of this name.
    package func cookies(_ name: String) -> [String] {
        (headers["cookie"] ?? []).flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
        }
    }
}
