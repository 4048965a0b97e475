// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import TestSupport
import Testing

struct SettleTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("file") }

    private func made() throws -> String {
        let temporary = try SafeFiles.temporaryPath(beside: path)
        try SafeFiles.write(Array("new".utf8), to: temporary, replacing: false)
        return temporary
    }

    @Test func `settles a temporary file under its final name`() throws {
        try SafeFiles.settle(try made(), as: path, replacing: false)
        #expect(try SafeFiles.read(path, limit: 10) == Array("new".utf8))
        #expect(folder.names == ["file"])
    }

    @Test func `keeps an existing file unless replacing`() throws {
        try SafeFiles.write(Array("old".utf8), to: path, replacing: false)
        let temporary = try made()
        #expect(throws: FileError.exists(path: path)) { try SafeFiles.settle(temporary, as: path, replacing: false) }
        #expect(try SafeFiles.read(path, limit: 10) == Array("old".utf8))
        #expect(folder.names == ["file"])
        try SafeFiles.settle(try made(), as: path, replacing: true)
        #expect(try SafeFiles.read(path, limit: 10) == Array("new".utf8))
    }

    @Test func `fails for a missing temporary file and for a folder path`() throws {
        #expect(throws: FileError.self) { try SafeFiles.settle(folder.path("none"), as: path, replacing: false) }
        #expect(throws: FileError.notRegular(path: folder.path + "/")) {
            try SafeFiles.temporaryPath(beside: folder.path + "/")
        }
        #expect(folder.names.isEmpty)
    }
}
