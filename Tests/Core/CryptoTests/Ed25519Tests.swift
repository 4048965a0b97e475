// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

struct Ed25519Tests {
    @Test(arguments: Vector.all("ed25519")) func `signs the RFC 8032 vectors`(vector: Vector) throws {
        let seed = try vector.secret("seed")
        #expect(try Ed25519.publicKey(seed: seed) == (try vector.bytes("public-key")))
        #expect(try Ed25519.sign(try vector.bytes("message"), seed: seed) == (try vector.bytes("signature")))
    }

    @Test(arguments: Vector.all("ed25519"))
    func `an expanded secret key gives the same signature each time`(vector: Vector) throws {
        let key = try Ed25519.SecretKey(seed: try vector.secret("seed"))
        #expect(key.publicKey == (try vector.bytes("public-key")))
        for _ in 0..<2 {
            #expect(Ed25519.sign(try vector.bytes("message"), with: key) == (try vector.bytes("signature")))
        }
    }

    @Test(arguments: Vector.all("ed25519")) func `verifies valid signatures`(vector: Vector) throws {
        #expect(
            Ed25519.verify(
                try vector.bytes("signature"), message: try vector.bytes("message"),
                publicKey: try vector.bytes("public-key")))
    }

    @Test(arguments: Vector.all("ed25519-refused")) func `rejects invalid signatures`(vector: Vector) throws {
        #expect(
            !Ed25519.verify(
                try vector.bytes("signature"), message: try vector.bytes("message"),
                publicKey: try vector.bytes("public-key")))
    }

    @Test(arguments: Vector.all("ed25519")) func `rejects a signature with any bit changed`(vector: Vector) throws {
        let signature = try vector.bytes("signature")
        let message = try vector.bytes("message")
        let publicKey = try vector.bytes("public-key")
        for bit in 0..<signature.count * 8 {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!Ed25519.verify(changed, message: message, publicKey: publicKey), "bit \(bit)")
        }
    }

    @Test(arguments: [0, 31, 33, 64]) func `rejects a seed that is not 32 bytes long`(length: Int) throws {
        #expect(throws: SodiumError.wrongLength(found: length, expected: 32)) {
            _ = try Ed25519.publicKey(seed: try SecretBytes(count: length))
        }
        #expect(throws: SodiumError.wrongLength(found: length, expected: 32)) {
            _ = try Ed25519.SecretKey(seed: try SecretBytes(count: length)).publicKey
        }
        #expect(throws: SodiumError.wrongLength(found: length, expected: 32)) {
            _ = try Ed25519.sign([1], seed: try SecretBytes(count: length))
        }
    }
}
