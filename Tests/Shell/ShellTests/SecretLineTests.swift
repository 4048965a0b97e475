// SPDX-License-Identifier: Apache-2.0

import Faults
import Platform
import SodiumKit
import Testing

@testable import Shell

struct SecretLineTests {
    /// The line that is read from a pipe with these bytes in it.
    private func read(_ bytes: [UInt8]) throws -> [UInt8] {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
        close(ends[1])
        let line = try SecretLine.read(descriptor: ends[0], option: "--pin-fd")
        return line.withBytes { [UInt8]($0) }
    }

    @Test func `one line is read, byte for byte, without its line feed`() throws {
        #expect(try read(Array(" pass \r\nsecond\n".utf8)) == Array(" pass \r".utf8))
        #expect(try read(Array("no end".utf8)) == Array("no end".utf8))
        #expect(try read([0xff, 0x00, 0x0a]) == [0xff, 0x00])
        #expect(try read(Array("\n".utf8)) == [])
    }

    @Test func `a line that is too long is refused`() throws {
        let longest = Array(repeating: UInt8(ascii: "a"), count: SecretLine.limit)
        #expect(try read(longest).count == SecretLine.limit)
        #expect(throws: Failure.self) { try read(longest + longest) }
    }

    @Test func `a descriptor with nothing in it is no empty line`() {
        let error = #expect(throws: Failure.self) { try read([]) }
        #expect(error?.message.contains("is empty") == true)
    }

    @Test func `a descriptor that is not there is refused with its option`() {
        let error = #expect(throws: Failure.self) { _ = try SecretLine.read(descriptor: 987, option: "--pin-fd") }
        #expect(error?.message.contains("--pin-fd") == true)
    }
}
