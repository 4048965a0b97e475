// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto

/// Issues and verifies the anchor's tokens. The key is random and lives as long as the process.
///
/// - Source: RFC 7519, RFC 7515 (HS256).
final class TokenMaker: Sendable {
    /// The validity of a token, in seconds.
    static let lifetime: UInt64 = 3600

    private let key: SecretBytes

    init(_ randomness: some Randomness) throws(SodiumError) {
        key = try randomness.secret(32)
    }

    /// - Parameters:
    ///   - issuer: the URL at which the token is issued.
    ///   - id: unique for every login.
    func token(for session: Session, issuer: String, id: String, at now: UInt64) -> String {
        let header: JSON = ["alg": "HS256", "typ": "JWT"]
        let claims: JSON = [
            "iss": .string(issuer), "sub": .string(session.subject), "iat": .integer(now),
            "exp": .integer(now + Self.lifetime), "jti": .string(id),
        ]
        let signed = Base64URL.encode(Array(header.text().utf8)) + "." + Base64URL.encode(Array(claims.text().utf8))
        return signed + "." + Base64URL.encode(HMACSHA256.authenticate(Array(signed.utf8), key: key))
    }

    enum Fault: Error {
        /// The token was not issued by this anchor, or was altered.
        case foreign
        case expired
    }

    func session(_ token: String, at now: UInt64) throws(Fault) -> Session {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let authenticator = try? Base64URL.decode(parts[2]) else { throw .foreign }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        // Parse the claims only after the signature has been verified.
        guard HMACSHA256.verify(authenticator, message: signed, key: key), let bytes = try? Base64URL.decode(parts[1]),
            let claims = try? JSON(parsing: bytes), let expiry: UInt64 = claims["exp"]?.asInteger(),
            let session = claims["sub"]?.asString.flatMap(Session.init(subject:))
        else { throw .foreign }
        guard now < expiry else { throw .expired }
        return session
    }
}
