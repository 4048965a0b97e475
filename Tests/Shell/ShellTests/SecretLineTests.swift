// SPDX-License-Identifier: Apache-2.0

import Faults
import Platform
import SodiumKit
import Testing

@testable import Shell

struct SecretLineTests {
    /// The line read from a pipe that contains these bytes.
    private func read(_ bytes: [UInt8]) throws -> [UInt8] {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
        close(ends[1])
        let line = try SecretLine.read(descriptor: ends[0], option: "--pin-fd")
        return line.withBytes { [UInt8]($0) }
    }

    @Test func `reads one line unchanged and without its line feed`() throws {
        #expect(try read(Array(" pass \r\nsecond\n".utf8)) == Array(" pass \r".utf8))
        #expect(try read(Array("no end".utf8)) == Array("no end".utf8))
        #expect(try read([0xff, 0x00, 0x0a]) == [0xff, 0x00])
        #expect(try read(Array("\n".utf8)) == [])
    }

    @Test func `rejects a line over the limit`() throws {
        let longest = Array(repeating: UInt8(ascii: "a"), count: SecretLine.limit)
        #expect(try read(longest).count == SecretLine.limit)
        #expect(throws: Failure.self) { try read(longest + longest) }
    }

    @Test func `rejects a descriptor without any bytes`() {
        let error = #expect(throws: Failure.self) { try read([]) }
        #expect(error?.message.contains("is empty") == true)
    }

    @Test func `rejects a closed descriptor and names its option`() {
        let error = #expect(throws: Failure.self) { _ = try SecretLine.read(descriptor: 987, option: "--pin-fd") }
        #expect(error?.message.contains("--pin-fd") == true)
    }
}
