// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

struct HashTests {
    @Test(arguments: Vector.all("sha")) func `matches the FIPS 180-4 vectors`(vector: Vector) throws {
        let message = try vector.bytes("message")
        #expect(SHA256.hash(message) == (try vector.bytes("sha256")))
    }

    @Test(arguments: Vector.all("sha")) func `gives the same hash for input in pieces`(vector: Vector) throws {
        let message = try vector.bytes("message")
        var short = SHA256()
        for (index, byte) in message.enumerated() {
            short.update([byte])
            if index % 3 == 0 { message[index..<index].withUnsafeBytes { short.update($0) } }
        }
        short.update([])
        #expect(short.finish() == (try vector.bytes("sha256")))
    }

    @Test(arguments: Vector.all("sha")) func `writes only 32 bytes into a larger buffer`(vector: Vector) throws {
        let message = try vector.bytes("message")
        var output = [UInt8](repeating: 0xaa, count: 65)
        message.withUnsafeBytes { message in output.withUnsafeMutableBytes { SHA256.hash(message, into: $0) } }
        #expect(output == (try vector.bytes("sha256")) + [UInt8](repeating: 0xaa, count: 33))
    }

    @Test func `a copy of an unfinished hash is independent`() {
        var one = SHA256()
        one.update([1])
        var two = one
        two.update([2])
        #expect(one.finish() == SHA256.hash([1]))
        #expect(two.finish() == SHA256.hash([1, 2]))
    }
}
