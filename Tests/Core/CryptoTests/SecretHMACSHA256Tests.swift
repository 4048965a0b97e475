// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

/// HMAC-SHA256 and PBKDF2 of secret messages.
struct SecretHMACSHA256Tests {
    @Test(arguments: Vector.all("hmac-sha256")) func `matches the RFC 4231 vectors`(vector: Vector) throws {
        let key = try vector.secret("key")
        let message = try vector.secret("message")
        let made = try key.withBytes { (key) throws(SodiumError) in
            try message.withBytes { (message) throws(SodiumError) in
                try HMACSHA256.authenticate(secret: message, key: key)
            }
        }
        #expect(made.exposed == (try vector.bytes("authenticator")))
    }

    @Test(arguments: Vector.all("pbkdf2-sha256")) func `matches the PBKDF2 vectors`(vector: Vector) throws {
        let salt = try vector.secret("salt")
        let password = try vector.secret("password")
        let wanted = try vector.bytes("key")
        let key = try HMACSHA256.pbkdf2(
            password: password, salt: salt, rounds: try vector.number("rounds"), length: wanted.count)
        #expect(key.exposed == wanted)
    }
}
