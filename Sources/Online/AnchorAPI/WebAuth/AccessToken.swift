// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import Stellar

/// A session token, a JSON Web Token.
///
/// Anyone who has its text is logged in, so it does not appear in its description or in errors. Its signature is not
/// verified, because only the server has the key.
///
/// - Source: RFC 7519; SEP-10 §Token.
package struct AccessToken: Sendable, CustomStringConvertible {
    private let text: String
    private let claims: JSON
    /// The expiry time.
    package let expiry: Timestamp
    package let issued: Timestamp?

    /// The longest token accepted, in bytes: more than the 8 KiB that most servers accept in a header.
    static let limit = 16 << 10
    /// How far the server's clock may be ahead of the local one, in seconds.
    private static let clockSlack: UInt64 = 300

    /// Parses a token's structure and times; `check` validates its claims.
    package init(_ text: String) throws(AccessTokenError) {
        guard text.utf8.count <= Self.limit else { throw .tooLong }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { throw .noToken }
        guard let header = Self.object(parts[0]), header["alg"]?.asString != nil,
            (try? Base64URL.decode(parts[2])) != nil,
            let claims = Self.object(parts[1])
        else { throw .noToken }
        self.text = text
        self.claims = claims
        guard let expiry = Self.time(claims["exp"]) else { throw Self.bad("exp", in: claims) }
        self.expiry = expiry
        issued = Self.time(claims["iat"])
        guard claims["iat"] == nil || issued != nil else { throw Self.bad("iat", in: claims) }
    }

    /// Compares the claims with the request.
    ///
    /// - Parameters:
    ///   - issuers: the hosts accepted as issuer.
    ///   - trustsIssuer: whether to accept any issuer, for servers on this machine, which do not know their own name.
    func check(
        subject: String, issuers: [String], trustsIssuer: Bool, homeDomain: String, clientDomain: String?,
        at now: Timestamp
    ) throws(AccessTokenError) {
        guard let sub = claims["sub"]?.asString else { throw Self.bad("sub", in: claims) }
        guard sub == subject else { throw .otherSubject(sub) }
        guard let issuer = claims["iss"]?.asString, !issuer.isEmpty else { throw Self.bad("iss", in: claims) }
        guard trustsIssuer || issuers.contains(Self.host(issuer)) else { throw .otherIssuer(issuer) }
        for (claim, expected) in [("home_domain", homeDomain), ("client_domain", clientDomain ?? "")] {
            guard let value = claims[claim], value != .null else { continue }
            guard let domain = value.asString else { throw Self.bad(claim, in: claims) }
            guard domain == expected else { throw .otherDomain(claim: claim, domain) }
        }
        guard now < expiry else { throw .expired(expiry) }
        if let issued, issued.seconds > now.seconds, issued.seconds - now.seconds > Self.clockSlack {
            throw .fromTheFuture(issued)
        }
    }

    /// The `Authorization` header field.
    package var header: HTTPHeader { HTTPHeader("Authorization", "Bearer \(text)") }

    /// The token's text, for the file that stores it and for a user who asks to see it.
    package var exposed: String { text }

    package var description: String { "a token until \(expiry.utc)" }

    private static func object(_ part: Substring) -> JSON? {
        guard let bytes = try? Base64URL.decode(part), let json = try? JSON(parsing: bytes), json.asObject != nil else {
            return nil
        }
        return json
    }

    private static func bad(_ claim: String, in claims: JSON) -> AccessTokenError {
        .badClaim(claim, value: claims[claim].map { $0.text() })
    }

    /// Seconds since 1970; fractions are dropped (RFC 7519 §2, NumericDate).
    private static func time(_ claim: JSON?) -> Timestamp? {
        guard case .number(let literal)? = claim else { return nil }
        return AnchorValue.seconds(literal)
    }

    /// The host of `https://example.com/…`, or of a bare `example.com`.
    private static func host(_ issuer: String) -> String {
        let start = issuer.firstRange(of: "://").map { issuer[$0.upperBound...] } ?? issuer[...]
        let end = start.firstIndex { "/?#".contains($0) } ?? start.endIndex
        let authority = start[..<end].lowercased()
        guard !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":") else { return authority }
        return String(authority[..<colon])
    }
}

/// Why a token is not accepted. No message contains its text.
package enum AccessTokenError: Error, Hashable {
    /// Not three parts of base64url with JSON in the first two.
    case noToken
    case tooLong
    /// A claim that is missing or of another type; the value, if there is one.
    case badClaim(String, value: String? = nil)
    /// It was issued for another subject.
    case otherSubject(String)
    case otherIssuer(String)
    case otherDomain(claim: String, String)
    case expired(Timestamp)
    /// Its start time is in the future: one of the two clocks is wrong.
    case fromTheFuture(Timestamp)

    package var message: String {
        switch self {
        case .noToken: "it is not a JSON Web Token"
        case .tooLong: "it is too long"
        case .badClaim(let name, nil): "it has no \(name)"
        case .badClaim(let name, let value?): "its \(name) cannot be used: \(Self.cut(value))"
        case .otherSubject(let subject): "it is for \(Self.cut(subject))"
        case .otherIssuer(let issuer): "it was issued by \(Self.cut(issuer))"
        case .otherDomain(let claim, let domain): "its \(claim) is \(Self.cut(domain))"
        case .expired(let end): "it expired at \(end.utc)"
        case .fromTheFuture(let begin): "it was issued at \(begin.utc), which is later than now"
        }
    }

    private static func cut(_ text: String) -> String { AnchorError.cut(text, to: 120) }
}
