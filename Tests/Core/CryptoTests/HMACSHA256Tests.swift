// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

struct HMACSHA256Tests {
    @Test(arguments: Vector.all("hmac-sha256")) func `matches the RFC 4231 vectors`(vector: Vector) throws {
        let key = try vector.secret("key")
        let message = try vector.bytes("message")
        let made = HMACSHA256.authenticate(message, key: key)
        let isGood = HMACSHA256.verify(made, message: message, key: key)
        #expect(made == (try vector.bytes("authenticator")) && isGood)
    }

    @Test(arguments: Vector.all("hmac-sha256")) func `rejects any other authenticator, message or key`(vector: Vector)
        throws
    {
        let key = try vector.secret("key")
        let message = try vector.bytes("message")
        let good = try vector.bytes("authenticator")
        let flipped = good.indices.map { index in
            var bad = good
            bad[index] ^= 1
            return bad
        }
        for bad in flipped + [[], Array(good.dropLast()), good + [0]] {
            let isTaken = HMACSHA256.verify(bad, message: message, key: key)
            #expect(!isTaken)
        }
        let otherMessage = HMACSHA256.verify(good, message: message + [0], key: key)
        let otherKey = HMACSHA256.verify(good, message: message, key: try SecretBytes(Array("another".utf8)))
        #expect(!otherMessage && !otherKey)
    }
}
