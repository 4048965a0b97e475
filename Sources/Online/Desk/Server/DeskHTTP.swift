// SPDX-License-Identifier: Apache-2.0

package import Codec
import LoopbackHTTP
import Markup

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

    /// The fields of a query as sent: a form separates words with plus signs. None if it cannot be read; the last of a
    /// name counts.
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

/// A response to the browser, independent of the HTTP library.
package struct DeskResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Server-sent events, until the browser goes away.
        case events
    }

    package let status: Int
    package var headers: [(name: String, value: String)]
    package let body: Body

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A page.
    static func html(_ page: HTML, status: Int = 200) -> DeskResponse {
        DeskResponse(
            status, headers: [("Content-Type", "text/html; charset=utf-8")], body: .bytes(Array(page.markup.utf8)))
    }

    static func json(_ document: JSON, status: Int = 200) -> DeskResponse {
        DeskResponse(
            status, headers: [("Content-Type", "application/json")], body: .bytes(Array(document.text().utf8)))
    }

    /// After a form: the browser gets the page with GET, so that reloading it sends nothing again.
    ///
    /// - Parameter path: of this desk; escaped where needed.
    static func seeOther(_ path: String) -> DeskResponse {
        DeskResponse(303, headers: [("Location", Href(path).text)])
    }

    /// A file to save.
    ///
    /// - Parameter name: letters, digits, dots and hyphens.
    static func download(_ content: [UInt8], name: String, type: String) -> DeskResponse {
        DeskResponse(
            200,
            headers: [("Content-Type", type), ("Content-Disposition", "attachment; filename=\"\(name)\"")],
            body: .bytes(content))
    }

    static let events = DeskResponse(
        200, headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")], body: .events)
}

/// The fields of a form that a browser sent.
package struct DeskFields: Sendable {
    /// An uploaded file.
    package struct File: Hashable, Sendable {
        /// The name that the browser states, as sent.
        package let name: String
        package let content: [UInt8]
    }

    private var texts: [(name: String, value: String)] = []
    private var uploads: [(name: String, file: File)] = []

    package init(_ texts: [(name: String, value: String)] = []) { self.texts = texts }

    /// The fields of a request's body: `application/x-www-form-urlencoded` or `multipart/form-data`; none for any other
    /// type.
    package init(of request: DeskRequest) throws(Failure) {
        let type = request.header("content-type") ?? ""
        switch type.prefix(while: { $0 != ";" }).lowercased() {
        case "application/x-www-form-urlencoded":
            guard let entries = FormDecoding.entries(request.body) else {
                throw Failure(.badInput, "the form cannot be read")
            }
            texts = entries
        case "multipart/form-data":
            let parts: [Multipart.Part]
            do throws(Multipart.ParsingError) { parts = try Multipart.parts(of: request.body, contentType: type) } catch
            {
                throw Failure(.badInput, "the form cannot be read: \(error.reason)")
            }
            for part in parts {
                if let name = part.fileName {
                    // A browser sends an empty file for a field without one.
                    if !part.content.isEmpty { uploads.append((part.name, File(name: name, content: part.content))) }
                } else {
                    texts.append((part.name, part.text ?? ""))
                }
            }
        default: break
        }
    }

    /// A text without blanks at its ends; nil if it is missing or empty.
    package subscript(_ name: String) -> String? {
        guard let text = texts.last(where: { $0.name == name })?.value else { return nil }
        let trimmed = text.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        return end.map { String(trimmed[...$0]) }
    }

    /// Whether the form had a field of this name, filled in or not.
    package func has(_ name: String) -> Bool { texts.contains { $0.name == name } }

    /// Whether a box is ticked.
    package func isOn(_ name: String) -> Bool { self[name] != nil }

    /// The texts of the fields whose names begin in one way, as they were typed.
    func texts(beginningWith prefix: String) -> [String: String] {
        let found = texts.filter { $0.name.hasPrefix(prefix) }
        return Dictionary(found.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The lines of all texts with this name that are not empty.
    package func lines(_ name: String) -> [String] {
        let lines = texts.filter { $0.name == name }.flatMap { $0.value.split(whereSeparator: \.isNewline) }
        return lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { String($0) }
    }

    /// The files of a field, in order.
    package func files(_ name: String) -> [File] { uploads.filter { $0.name == name }.map(\.file) }

    /// The fields with another value for one of them.
    package func setting(_ name: String, _ value: String) -> DeskFields {
        var fields = self
        fields.texts.append((name, value))
        return fields
    }
}
