// SPDX-License-Identifier: Apache-2.0

/// What a client asks of the anchor, apart from how it came over the wire.
package struct AnchorRequest: Sendable {
    /// In capitals.
    let method: String
    /// The path, cut at its slashes and decoded.
    let path: [String]
    /// What stands behind the question mark, as sent.
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

    /// The fields behind the question mark.
    func query() throws(AnchorRefusal) -> Fields { try Fields(form: rawQuery.utf8) }

    /// The fields of the body, whichever of the three content types it has, behind those of the query.
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
