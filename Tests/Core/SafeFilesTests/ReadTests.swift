// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import TestSupport
import Testing

struct ReadTests {
    let folder = TemporaryFolder()

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = folder.path + "/file"
        try SafeFiles.write(bytes, to: path, replacing: true)
        return path
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func `reads a file of exactly the limit`(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try file(bytes)
        #expect(try SafeFiles.read(path, limit: size) == bytes)
        #expect(try SafeFiles.read(path, limit: size + 1) == bytes)
    }

    @Test(arguments: [1, 65_536, 65_537, 300_000])
    func `rejects a file one byte over the limit`(size: Int) throws {
        let path = try file([UInt8](repeating: 7, count: size))
        #expect(throws: FileError.tooLarge(path: path, limit: size - 1)) {
            try SafeFiles.read(path, limit: size - 1)
        }
    }

    @Test func `reads an endless device only up to the limit`() {
        #expect(throws: FileError.tooLarge(path: "/dev/zero", limit: 100_000)) {
            try SafeFiles.read("/dev/zero", limit: 100_000)
        }
    }

    @Test func `reports a missing file`() {
        for path in [folder.path + "/none", folder.path + "/none/deeper", "", "a\0b"] {
            #expect(throws: FileError.notFound(path: path)) { try SafeFiles.read(path, limit: 10) }
        }
    }

    @Test func `reports a path below a file as missing`() throws {
        let path = try file([1]) + "/x"
        #expect(throws: FileError.notFound(path: path)) { try SafeFiles.read(path, limit: 10) }
    }

    @Test func `rejects a folder`() {
        #expect(throws: FileError.notRegular(path: folder.path)) { try SafeFiles.read(folder.path, limit: 10) }
    }

    @Test func `reads a pipe by its descriptor and by its path`() throws {
        for byPath in [false, true] {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            defer { close(ends[0]) }
            try SafeFiles.writeAll(descriptor: ends[1], bytes: Array("through".utf8))
            close(ends[1])
            let bytes =
                byPath
                ? try SafeFiles.read("/dev/fd/\(ends[0])", limit: 7)
                : try SafeFiles.readAll(descriptor: ends[0], limit: 7, name: "-")
            #expect(bytes == Array("through".utf8))
        }
    }

    @Test func `reads a named pipe while another writes`() async throws {
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let writer = Task.detached {
            let end = open(path, O_WRONLY)
            defer { close(end) }
            try SafeFiles.writeAll(descriptor: end, bytes: bytes)
        }
        #expect(try SafeFiles.read(path, limit: 1 << 20) == bytes)
        try await writer.value
    }

    @Test func `reports a closed descriptor by name`() {
        #expect(throws: FileError.cannotRead(path: "standard input", errno: EBADF)) {
            try SafeFiles.readAll(descriptor: -1, limit: 1, name: "standard input")
        }
    }

    @Test func `error messages escape control characters`() {
        let message = FileError.cannotRead(path: "\u{1b}[2J", errno: EACCES).message
        #expect(message == "cannot read \\x1b[2J: Permission denied")
    }
}
