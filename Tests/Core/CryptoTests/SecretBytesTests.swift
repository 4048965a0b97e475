// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Testing

struct SecretBytesTests {
    @Test func `new bytes are zero`() throws {
        #expect(try SecretBytes(count: 100).exposed == [UInt8](repeating: 0, count: 100))
    }

    @Test func `a secret can be empty`() throws {
        let empty = try SecretBytes(count: 0)
        #expect(empty.count == 0)
        #expect(empty.exposed.isEmpty)
    }

    @Test func `bytes can be changed and read again`() throws {
        var secret = try SecretBytes([1, 2, 3])
        secret.withMutableBytes { $0[1] = 9 }
        secret.withMutableBytes { $0[2] = 8 }
        #expect(secret.exposed == [1, 9, 8])
    }

    @Test func `a copy is independent of the original`() throws {
        var original = try SecretBytes([1, 2, 3])
        let copy = try original.copy()
        original.withMutableBytes { $0[0] = 7 }
        #expect(copy.exposed == [1, 2, 3])
    }

    @Test(arguments: 0...3) func `a prefix has the first bytes`(length: Int) throws {
        #expect(try SecretBytes([1, 2, 3]).prefix(length).exposed == Array([1, 2, 3].prefix(length)))
    }

    @Test func `the same bytes are equal`() throws {
        #expect(try SecretBytes([1, 2, 3]).equals(SecretBytes([1, 2, 3])))
        #expect(try SecretBytes([]).equals(SecretBytes([])))
    }

    @Test(arguments: [[], [1, 2], [1, 2, 3, 0], [1, 2, 4], [0, 2, 3]])
    func `different bytes are not equal`(other: [UInt8]) throws {
        #expect(try !SecretBytes([1, 2, 3]).equals(SecretBytes(other)))
    }

    @Test func `reports an allocation failure`() {
        #expect(throws: SodiumError.outOfMemory(bytes: UInt64(Int.max - (1 << 20)))) {
            _ = try SecretBytes(count: Int.max - (1 << 20))
        }
    }

    @Test func `throws the error of the closure that fills it`() {
        #expect(throws: SodiumError.cannotOpen) {
            _ = try SecretBytes(count: 8) { (_) throws(SodiumError) in throw .cannotOpen }
        }
    }

    @Test func `filled pages are read-only and the guard page is inaccessible`() throws {
        let secret = try SecretBytes([1, 2, 3])
        let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
        #expect(try permissions(of: address) == "r--p")
        #expect(try permissions(of: address + 3) == "---p")
    }

    /// The permissions of the mapping that contains this address.
    private func permissions(of address: UInt) throws -> String {
        let file = try #require(fopen("/proc/self/maps", "r"))
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends[0] <= address, address < ends[1] { return String(fields[1]) }
        }
        return "none"
    }
}
