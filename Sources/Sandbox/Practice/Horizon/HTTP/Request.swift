// SPDX-License-Identifier: Apache-2.0

import Codec
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

/// One page of a list, according to the parameters `cursor`, `order` and `limit`.
struct Page {
    /// An entry of a list with its position: an increasing number, or a name for lists without such an order.
    struct Entry {
        let token: String
        let json: JSON
    }

    private let isDescending: Bool
    private let limit: Int
    private let cursor: String

    init(_ query: [String: String]) throws(Problem) {
        switch query["order"] ?? "asc" {
        case "asc", "": isDescending = false
        case "desc": isDescending = true
        default: throw .invalid("order", "order: must be asc or desc")
        }
        let text = query["limit"] ?? ""
        guard let limit = text.isEmpty ? 10 : Int(text), (1...200).contains(limit) else {
            throw .invalid("limit", "limit: must be between 1 and 200")
        }
        self.limit = limit
        cursor = query["cursor"] ?? ""
    }

    /// The page of a list given in ascending order, with links to the next and the previous page.
    func json(_ entries: [Entry], _ request: Request, _ links: Links) -> JSON {
        let page = after(isDescending ? entries.reversed() : entries).prefix(limit)
        let order = isDescending ? "desc" : "asc"
        let opposite = isDescending ? "asc" : "desc"
        return [
            "_links": [
                "self": link(request, links, cursor, order),
                "next": link(request, links, page.last?.token ?? cursor, order),
                "prev": link(request, links, page.first?.token ?? cursor, opposite),
            ],
            "_embedded": ["records": .array(page.map(\.json))],
        ]
    }

    private func after(_ entries: [Entry]) -> ArraySlice<Entry> {
        guard !cursor.isEmpty else { return entries[...] }
        // "now" is the position after all existing entries.
        if cursor == "now" { return isDescending ? entries[...] : [] }
        if let place = Place(cursor) {
            return entries.drop { entry in
                guard let token = Place(entry.token) else { return false }
                return isDescending ? !(token < place) : !(place < token)
            }
        }
        guard let place = entries.firstIndex(where: { $0.token == cursor }) else { return entries[...] }
        return entries[(place + 1)...]
    }

    /// A place in a list of transactions or operations, or of effects or trades, which have two numbers. The first one
    /// alone is the place after all that have it.
    private struct Place {
        private let numbers: (UInt64, UInt64)

        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), let first = UInt64(parts[0]),
                let second = parts.count == 1 ? .max : UInt64(parts[1])
            else { return nil }
            numbers = (first, second)
        }

        static func < (one: Place, other: Place) -> Bool { one.numbers < other.numbers }
    }

    private func link(_ request: Request, _ links: Links, _ cursor: String, _ order: String) -> JSON {
        let others = request.query.filter { !["cursor", "limit", "order"].contains($0.key) }
        let fields =
            others.sorted { $0.key < $1.key } + [("cursor", cursor), ("limit", String(limit)), ("order", order)]
        let query = fields.map { "\(PercentText.encode($0.0))=\(PercentText.encode($0.1))" }.joined(separator: "&")
        return links.to("\(request.rawPath)?\(query)")
    }
}
