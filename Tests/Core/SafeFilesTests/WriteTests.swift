// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import TestSupport
import Testing

struct WriteTests {
    let folder = TemporaryFolder()
    var path: String { folder.path + "/file" }

    @Test func `writes a new file and leaves nothing else`() throws {
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        try SafeFiles.write(bytes, to: path, replacing: false)
        #expect(try SafeFiles.read(path, limit: 1 << 20) == bytes)
        #expect(folder.names == ["file"])
    }

    @Test func `keeps an existing file unless replacing`() throws {
        try SafeFiles.write([1], to: path, replacing: false)
        #expect(throws: FileError.exists(path: path)) { try SafeFiles.write([2], to: path, replacing: false) }
        #expect(try SafeFiles.read(path, limit: 10) == [1])
        try SafeFiles.write([2, 3], to: path, replacing: true)
        #expect(try SafeFiles.read(path, limit: 10) == [2, 3])
        #expect(folder.names == ["file"])
    }

    @Test func `a check finds paths that cannot be written and creates nothing`() throws {
        try SafeFiles.check(writing: path, replacing: false)
        try SafeFiles.check(folder: folder.path + "/new/below")
        try SafeFiles.check(folder: folder.path)
        #expect(folder.names == [])
        try SafeFiles.write([1], to: path, replacing: false)
        try SafeFiles.check(writing: path, replacing: true)
        #expect(throws: FileError.exists(path: path)) { try SafeFiles.check(writing: path, replacing: false) }
        for wrong in ["", path + "/", path + "/below", folder.path + "/none/file", folder.path] {
            #expect(throws: FileError.self) { try SafeFiles.check(writing: wrong, replacing: true) }
        }
        for wrong in ["", path, path + "/below/it"] {
            #expect(throws: FileError.self) { try SafeFiles.check(folder: wrong) }
        }
    }

    @Test(arguments: [0o600, 0o400, 0o644] as [UInt32])
    func `sets the mode, also of a replaced file`(mode: UInt32) throws {
        let usual = umask(0o022)
        umask(usual)
        try SafeFiles.write([1], to: path, mode: mode, replacing: false)
        #expect(TemporaryFolder.mode(path) == mode & ~usual)
        try SafeFiles.write([2], to: path, mode: 0o600, replacing: true)
        #expect(TemporaryFolder.mode(path) == 0o600)
    }

    @Test func `replaces a symbolic link, not its target`() throws {
        let target = folder.path + "/target"
        try SafeFiles.write([1], to: target, replacing: false)
        try #require(symlink(target, path) == 0)
        #expect(throws: FileError.exists(path: path)) { try SafeFiles.write([2], to: path, replacing: false) }
        try SafeFiles.write([2], to: path, replacing: true)
        #expect(try SafeFiles.read(target, limit: 10) == [1])
        #expect(try SafeFiles.read(path, limit: 10) == [2])
    }

    @Test func `treats a dangling link as an existing file`() throws {
        try #require(symlink(folder.path + "/nowhere", path) == 0)
        #expect(throws: FileError.exists(path: path)) { try SafeFiles.write([2], to: path, replacing: false) }
        #expect(folder.names == ["file"])
    }

    @Test(arguments: [true, false])
    func `a folder, pipe or device is never replaced`(replacing: Bool) throws {
        try #require(mkfifo(path, 0o600) == 0)
        try #require(mkdir(folder.path + "/folder", 0o700) == 0)
        try #require(symlink("/dev/null", folder.path + "/null") == 0)
        for path in [path, folder.path + "/folder", folder.path + "/null"] {
            let error = replacing ? FileError.notRegular(path: path) : .exists(path: path)
            #expect(throws: error) { try SafeFiles.write([1], to: path, replacing: replacing) }
        }
        #expect(folder.names == ["file", "folder", "null"])
    }

    @Test func `rejects a path that ends in a slash`() {
        #expect(throws: FileError.notRegular(path: path + "/")) {
            try SafeFiles.write([1], to: path + "/", replacing: true)
        }
    }

    @Test func `fails for a missing folder or an invalid path`() {
        let path = folder.path + "/none/file"
        #expect(throws: FileError.cannotWrite(path: path, errno: ENOENT)) {
            try SafeFiles.write([1], to: path, replacing: false)
        }
        #expect(throws: FileError.cannotWrite(path: "", errno: EINVAL)) {
            try SafeFiles.write([1], to: "", replacing: false)
        }
        #expect(throws: FileError.cannotWrite(path: "a\0b", errno: EINVAL)) {
            try SafeFiles.write([1], to: "a\0b", replacing: false)
        }
    }

    @Test func `a file name that is too long leaves no temporary file`() {
        let path = folder.path + "/" + String(repeating: "n", count: 256)
        for replacing in [true, false] {
            #expect(throws: FileError.cannotWrite(path: path, errno: ENAMETOOLONG)) {
                try SafeFiles.write([1], to: path, replacing: replacing)
            }
        }
        #expect(folder.names == [])
    }

    @Test(.enabled(if: geteuid() != 0, "the super-user may write everywhere"))
    func `fails in a folder without write permission`() {
        chmod(folder.path, 0o500)
        #expect(throws: FileError.cannotWrite(path: path, errno: EACCES)) {
            try SafeFiles.write([1], to: path, replacing: false)
        }
    }

    @Test func `fails on a file system that cannot hold files`() {
        let path = "/proc/self/coldstar"
        #expect(throws: FileError.self) { try SafeFiles.write([1], to: path, replacing: false) }
    }

    @Test func `fails on a full device`() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        #expect(throws: FileError.cannotWrite(path: "stdout", errno: ENOSPC)) {
            try SafeFiles.writeAll(descriptor: full, bytes: [1, 2, 3], name: "stdout")
        }
    }

    @Test func `exactly one of several concurrent writers succeeds`() async throws {
        for round in 0..<20 {
            let path = folder.path + "/race\(round)"
            let winners = await withTaskGroup(of: UInt8?.self) { group in
                for writer in 0..<8 as Range<UInt8> {
                    group.addTask {
                        let bytes = [UInt8](repeating: writer, count: 10_000)
                        return (try? SafeFiles.write(bytes, to: path, replacing: false)).map { writer }
                    }
                }
                return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(winners.count == 1)
            #expect(try SafeFiles.read(path, limit: 1 << 20) == [UInt8](repeating: winners[0], count: 10_000))
        }
        #expect(folder.names.count == 20)
    }
}
