// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import TestSupport
import Testing

struct AppendFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/file" }

    @Test func `creates a file with mode 600 and appends to it`() throws {
        let file = try AppendFile(creating: path)
        try file.append([1, 2])
        try AppendFile(creating: path).append([3])
        #expect(TemporaryFolder.mode(path) == 0o600)
        #expect(try file.size() == 3)
        #expect(try SafeFiles.read(path, limit: 10) == [1, 2, 3])
    }

    @Test func `appends at the current end after another writer truncates the file`() throws {
        let file = try AppendFile(creating: path)
        try file.append([1, 2, 3, 4])
        try AppendFile(creating: path).truncate(to: 1)
        try file.append([9])
        #expect(try SafeFiles.read(path, limit: 10) == [1, 9])
    }

    @Test(
        arguments: [(0, 3, [5, 6, 7]), (1, 1, [6]), (2, 9, [7]), (3, 1, []), (99, 4, []), (0, 0, [])]
            as [(Int, Int, [UInt8])])
    func `reads a range, clipped to the end of the file`(offset: Int, count: Int, piece: [UInt8]) throws {
        try AppendFile(creating: path).append([5, 6, 7])
        #expect(try AppendFile(reading: path).read(at: offset, count: count) == piece)
    }

    @Test func `fails on a link, a pipe, a folder and an invalid path`() throws {
        try SafeFiles.write([1], to: folder.path + "/target", replacing: false)
        symlink(folder.path + "/target", folder.path + "/link")
        mkfifo(folder.path + "/pipe", 0o600)
        mkdir(folder.path + "/folder", 0o700)
        for name in ["link", "pipe", "folder", "nowhere/file", "with\0zero"] {
            #expect(throws: FileError.self, "\(name)") { _ = try AppendFile(creating: folder.path + "/" + name) }
        }
        #expect(try SafeFiles.read(folder.path + "/target", limit: 10) == [1])
    }

    @Test func `a file opened for reading is neither created nor written`() throws {
        #expect(throws: FileError.notFound(path: path)) { _ = try AppendFile(reading: path) }
        try AppendFile(creating: path).append([1])
        #expect(throws: FileError.self) { try AppendFile(reading: path).append([2]) }
        #expect(throws: FileError.self) { try AppendFile(reading: path).truncate(to: 0) }
        #expect(try SafeFiles.read(path, limit: 10) == [1])
    }

    @Test func `fails on a full disk`() throws {
        #expect(throws: FileError.self) { try AppendFile(creating: "/dev/full").append([1]) }
    }

    @Test func `lists and removes files`() throws {
        for name in ["b", "a", ".c"] { try SafeFiles.write([1], to: folder.path + "/" + name, replacing: false) }
        #expect(try SafeFiles.names(in: folder.path).sorted() == [".c", "a", "b"])
        try SafeFiles.remove(folder.path + "/a")
        #expect(!SafeFiles.exists(folder.path + "/a"))
        #expect(SafeFiles.exists(folder.path + "/b"))
        #expect(throws: FileError.notFound(path: folder.path + "/a")) { try SafeFiles.remove(folder.path + "/a") }
        #expect(throws: FileError.notFound(path: path)) { try SafeFiles.names(in: path) }
        #expect(throws: FileError.self) { try SafeFiles.names(in: folder.path + "/b") }
        #expect(throws: FileError.self) { try SafeFiles.remove(folder.path) }
    }
}
