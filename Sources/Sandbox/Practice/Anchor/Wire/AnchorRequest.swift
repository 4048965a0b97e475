// SPDX-License-Identifier: Apache-2.0

/// A request to the anchor, independent of the HTTP library.
package struct AnchorRequest: Sendable {
    /// In upper case.
    let method: String
    /// The path, split at slashes and decoded.
    let path: [String]
    /// The query string as sent.
    private let rawQuery: String
    private let contentType: String?
    private let body: [UInt8]
    private let authorization: String?
    let site: AnchorSite

    package init(
        method: String, path: [String], rawQuery: String = "", contentType: String? = nil, body: [UInt8] = [],
        authorization: String? = nil, site: AnchorSite
    ) {
        self.method = method
        self.path = path
        self.rawQuery = rawQuery
        self.contentType = contentType
        self.body = body
        self.authorization = authorization
        self.site = site
    }

    /// The fields of the query string.
    func query() throws(AnchorRefusal) -> Fields { try Fields(form: rawQuery.utf8) }

    /// The fields of the query string followed by those of the body, in any of the three content types.
    func fields() throws(AnchorRefusal) -> Fields {
        var fields = try query()
        if !body.isEmpty { fields.append(try Fields(body, contentType: contentType ?? "")) }
        return fields
    }

    /// The token of `Authorization: Bearer TOKEN`.
    var bearer: String? {
        let parts = (authorization ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
