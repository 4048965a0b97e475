// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles
import TestSupport
import Testing

@testable import Desk

struct EntranceFilesTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path("online") }
    private var files: EntranceFiles { EntranceFiles(folder: folder, port: 8400) }

    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return UInt32(status.st_mode & 0o777)
    }

    @Test func `a key that was left is taken once, as its hash, and no one else can read it`() throws {
        let announcement = try files.announce()
        #expect(files.takeKeyHash() == nil)
        let key = try #require(try files.leaveKey().split(separator: "?key=").last)
        #expect(try mode("\(folder)/desk-8400.key") == 0o600)
        #expect(EntranceFiles(folder: folder, port: 8401).takeKeyHash() == nil)
        #expect(files.takeKeyHash() == SHA256.hash(Array(key.utf8)))
        #expect(files.takeKeyHash() == nil)
        announcement.end()
    }

    @Test(arguments: ["", "00", String(repeating: "g", count: 64), String(repeating: "0", count: 66)])
    func `what is no hash of a key admits no one`(text: String) throws {
        let announcement = try files.announce()
        try SafeFiles.write(Array(text.utf8), to: "\(folder)/desk-8400.key", replacing: true)
        #expect(files.takeKeyHash() == nil)
        announcement.end()
    }

    @Test func `the page that leads to the desk is gone once it was used or the desk has ended`() throws {
        let announcement = try files.announce()
        try SafeFiles.write([1], to: files.page, replacing: true)
        #expect(try mode(files.page) == 0o600)
        files.wasUsed()
        #expect(!SafeFiles.exists(files.page))
        try SafeFiles.write([1], to: files.page, replacing: true)
        announcement.end()
        #expect(!SafeFiles.exists(files.page))
    }

    @Test func `finds the desks that run, and none that has ended or was killed`() throws {
        #expect(EntranceFiles.ports(in: folder).isEmpty)
        let first = try files.announce()
        let second = try EntranceFiles(folder: folder, port: 8399).announce()
        // A desk that was killed leaves its file, but not its lock.
        try SafeFiles.write([], to: "\(folder)/desk-9000.running", replacing: true)
        try SafeFiles.write([], to: "\(folder)/desk-x.running", replacing: true)
        #expect(EntranceFiles.ports(in: folder) == [8399, 8400])
        second.end()
        #expect(EntranceFiles.ports(in: folder) == [8400])
        first.end()
        #expect(EntranceFiles.ports(in: folder).isEmpty)
    }

    @Test func `a key that an earlier desk did not use is of no use for the next`() throws {
        _ = try SafeFiles.createFolder(folder)
        _ = try files.leaveKey()
        let announcement = try files.announce()
        #expect(files.takeKeyHash() == nil)
        announcement.end()
    }
}
