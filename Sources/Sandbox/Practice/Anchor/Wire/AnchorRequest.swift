// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto

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
    func query() throws(AnchorProblem) -> Fields { try Fields(form: rawQuery.utf8) }

    /// The fields of the query string followed by those of the body, in any of the three content types.
    func fields() throws(AnchorProblem) -> Fields {
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

/// The address of the practice anchor as the client calls it: `127.0.0.1:PORT` or `localhost:PORT`.
package struct AnchorSite: Hashable, Sendable {
    private let port: UInt16
    private let isNamed: Bool

    /// - Parameter host: the `Host` header of a request; anything but the two names counts as the first.
    package init(port: UInt16, host: String? = nil) {
        self.port = port
        isNamed = host == "localhost:\(port)"
    }

    /// The home domain of the issuer's account.
    var mainDomain: String { "127.0.0.1:\(port)" }
    var domains: [String] { [mainDomain, "localhost:\(port)"] }
    /// The domain that the client used.
    package var domain: String { isNamed ? "localhost:\(port)" : mainDomain }
    package var url: String { "http://\(domain)" }
}

/// The type and size of an uploaded file. The practice anchor does not keep the bytes.
struct UploadedFile: Hashable, Sendable {
    /// The content type according to the first bytes, whatever the client says.
    let contentType: String
    /// In bytes.
    let size: Int

    init(_ bytes: some Collection<UInt8>) {
        size = bytes.count
        let start = Array(bytes.prefix(8))
        contentType =
            if start.starts(with: [0xff, 0xd8, 0xff]) {
                "image/jpeg"
            } else if start == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] {
                "image/png"
            } else if start.starts(with: "%PDF-".utf8) {
                "application/pdf"
            } else {
                "application/octet-stream"
            }
    }

    var isPicture: Bool { contentType.hasPrefix("image/") }
}

extension Randomness {
    /// A random identifier that cannot be guessed: 32 digits in groups, in the form of a UUID.
    func identifier() -> String {
        let digits = Hex.encode(bytes(16))
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }
}
