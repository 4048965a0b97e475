// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Testing

@testable import Terminal

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

    /// Passes the reading end of a pipe with this text in it.
    private func withPipe(_ text: String, _ body: (Int32) throws -> Void) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
        close(ends[1])
        try body(ends[0])
    }

    @Test func `a descriptor is read instead of the terminal`() throws {
        try withPipe("secret\n") { descriptor in
            let line = try SecretLine.read(descriptor: descriptor, option: "--secret-fd", orAsk: "never asked: ")
            #expect(line.withBytes { [UInt8]($0) } == Array("secret".utf8))
        }
    }

    @Test func `a PIN from a descriptor is not empty`() throws {
        try withPipe("80412957\n\n") { descriptor in
            var reader = try PINReader(descriptor: descriptor, option: "--pin-fd")
            #expect(try reader.read("PIN: ", after: (0, "")).count == 8)
            let error = #expect(throws: Failure.self) { _ = try reader.read("PIN: ", after: (0, "")) }
            #expect(error == Failure(.badInput, "--pin-fd: the line is empty"))
        }
    }

    @Test func `says whether a descriptor is open`() throws {
        try withPipe("") { #expect(SecretLine.isOpen($0)) }
        #expect(!SecretLine.isOpen(987))
    }
}
