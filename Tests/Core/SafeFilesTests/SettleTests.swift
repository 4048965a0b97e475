// SPDX-License-Identifier: Apache-2.0

import Foundation
import SafeFiles
import Testing

struct SettleTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-settle-\(UUID().uuidString)")
        .path
    private var path: String { folder + "/file" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    private func made() throws -> String {
        let temporary = try SafeFiles.temporaryPath(beside: path)
        try SafeFiles.write(Array("new".utf8), to: temporary, replacing: false)
        return temporary
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    @Test func `settles a temporary file under its final name`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try SafeFiles.settle(try made(), as: path, replacing: false)
        #expect(try SafeFiles.read(path, limit: 10) == Array("new".utf8))
        #expect(try names == ["file"])
    }

    @Test func `keeps an existing file unless replacing`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try SafeFiles.write(Array("old".utf8), to: path, replacing: false)
        let temporary = try made()
        #expect(throws: FileError.exists(path: path)) { try SafeFiles.settle(temporary, as: path, replacing: false) }
        #expect(try SafeFiles.read(path, limit: 10) == Array("old".utf8))
        #expect(try names == ["file"])
        try SafeFiles.settle(try made(), as: path, replacing: true)
        #expect(try SafeFiles.read(path, limit: 10) == Array("new".utf8))
    }

    @Test func `fails for a missing temporary file and for a folder path`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: FileError.self) { try SafeFiles.settle(folder + "/none", as: path, replacing: false) }
        #expect(throws: FileError.notRegular(path: folder + "/")) { try SafeFiles.temporaryPath(beside: folder + "/") }
        #expect(try names.isEmpty)
    }
}
