// SPDX-License-Identifier: Apache-2.0
import SodiumKit
import TextCodec

/// Makes and checks the anchor's tokens. The key is random and lives as long as the process.
///
/// - Source: RFC 7519, RFC 7515 (HS256).
final class TokenMaker: Sendable {
    /// How long a token is good, in seconds.
    static let lifetime: UInt64 = 3600

    private let key: SecretBytes

    init(_ randomness: some Randomness) throws(SodiumError) {
        key = try randomness.secret(32)
    }

    /// - Parameters:
    ///   - issuer: where the token was made, a URL.
    ///   - id: different for every login.
    func token(for session: Session, issuer: String, id: String, at now: UInt64) -> String {
        let header: JSON = ["alg": "HS256", "typ": "JWT"]
        let claims: JSON = [
            "iss": .string(issuer), "sub": .string(session.subject), "iat": .integer(now),
            "exp": .integer(now + Self.lifetime), "jti": .string(id),
        ]
        let signed = Self.encode(Array(header.text().utf8)) + "." + Self.encode(Array(claims.text().utf8))
        return signed + "." + Self.encode(HMACSHA256.authenticate(Array(signed.utf8), key: key))
    }

    enum Fault: Error {
        /// Not made by this anchor, or altered.
        case foreign
        case expired
    }

    func session(_ token: String, at now: UInt64) throws(Fault) -> Session {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let authenticator = Self.decode(parts[2]) else { throw .foreign }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        // Only what this anchor wrote itself is read.
        guard HMACSHA256.verify(authenticator, message: signed, key: key), let bytes = Self.decode(parts[1]),
            let claims = try? JSON(parsing: bytes), let expiry: UInt64 = claims["exp"]?.asInteger(),
            let session = claims["sub"]?.asString.flatMap(Session.init(subject:))
        else { throw .foreign }
        guard now < expiry else { throw .expired }
        return session
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        String(
            Base64.encode(bytes).compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    private static func decode(_ part: Substring) -> [UInt8]? {
        guard part.utf8.allSatisfy({ ![UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")].contains($0) }) else {
            return nil
        }
        let text = String(part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return try? Base64.decode(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
