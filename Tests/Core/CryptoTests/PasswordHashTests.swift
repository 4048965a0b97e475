// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Crypto

struct PasswordHashTests {
    @Test(arguments: Vector.all("argon2id")) func `matches the Argon2id vectors of other implementations`(
        vector: Vector
    ) throws {
        let wanted = try vector.bytes("key")
        let parameters = PasswordHash.Parameters(
            passes: UInt32(try vector.number("passes")), memory: UInt64(try vector.number("memory")))
        let key = try PasswordHash.derive(
            secret: try vector.secret("secret"), salt: try vector.bytes("salt"), parameters: parameters,
            length: wanted.count)
        #expect(key.exposed == wanted)
    }

    @Test(arguments: [0, 15, 17]) func `rejects a salt that is not 16 bytes long`(length: Int) throws {
        #expect(throws: SodiumError.wrongLength(found: length, expected: 16)) {
            _ = try PasswordHash.derive(
                secret: try SecretBytes(count: 6), salt: [UInt8](repeating: 0, count: length), parameters: .cheap,
                length: 32)
        }
    }

    @Test(arguments: [0, 15]) func `rejects a key length below 16 bytes`(length: Int) throws {
        #expect(throws: SodiumError.wrongLength(found: length, expected: 16)) {
            _ = try PasswordHash.derive(
                secret: try SecretBytes(count: 6), salt: [UInt8](repeating: 0, count: 16), parameters: .cheap,
                length: length)
        }
    }

    @Test func `rejects more memory than the machine has`() throws {
        let needed = PhysicalMemory.bytes + 1024
        #expect(throws: SodiumError.outOfMemory(bytes: needed)) {
            _ = try PasswordHash.derive(
                secret: try SecretBytes(count: 6), salt: [UInt8](repeating: 0, count: 16),
                parameters: .init(passes: 3, memory: needed), length: 32)
        }
    }

    @Test(arguments: [(3, 256 << 20), (4, 1 << 30), (16, 4 << 30)] as [(UInt32, UInt64)])
    func `accepts parameters at both limits`(passes: UInt32, memory: UInt64) throws {
        try PasswordHash.Limits.standard.check(.init(passes: passes, memory: memory))
    }

    @Test(arguments: [(0, 256 << 20), (2, 1 << 30), (3, (256 << 20) - 1), (3, 0), (16, 8192)] as [(UInt32, UInt64)])
    func `rejects parameters below the floor`(passes: UInt32, memory: UInt64) {
        let parameters = PasswordHash.Parameters(passes: passes, memory: memory)
        #expect(throws: SodiumError.weakParameters(parameters)) {
            try PasswordHash.Limits.standard.check(parameters)
        }
    }

    @Test(arguments: [(17, 256 << 20), (3, (4 << 30) + 1), (.max, .max)] as [(UInt32, UInt64)])
    func `rejects parameters above the ceiling`(passes: UInt32, memory: UInt64) {
        let parameters = PasswordHash.Parameters(passes: passes, memory: memory)
        #expect(throws: SodiumError.excessiveParameters(parameters)) {
            try PasswordHash.Limits.standard.check(parameters)
        }
    }
}
