// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import TestSupport
import Testing

struct FolderAndLockTests {
    let folder = TemporaryFolder()

    @Test func `creates a folder and its missing parents with mode 700`() throws {
        let path = folder.path + "/a/b/c/"
        try SafeFiles.createFolder(path)
        try SafeFiles.createFolder(path)
        #expect(TemporaryFolder.mode(folder.path + "/a") == 0o700)
        #expect(TemporaryFolder.mode(folder.path + "/a/b/c") == 0o700)
    }

    @Test func `fails when a file is in the way or the path is empty`() throws {
        try SafeFiles.write([1], to: folder.path + "/a", replacing: false)
        for path in [folder.path + "/a", folder.path + "/a/b"] {
            #expect(throws: FileError.self) { try SafeFiles.createFolder(path) }
        }
        #expect(throws: FileError.cannotWrite(path: "", errno: EINVAL)) { try SafeFiles.createFolder("") }
    }

    @Test func `only one task at a time holds a lock`() async throws {
        let path = folder.path + "/lock"
        let counter = folder.path + "/counter"
        try SafeFiles.write([0], to: counter, replacing: false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        let lock = try FileLock(path: path)
                        let count = try SafeFiles.read(counter, limit: 1)[0]
                        try SafeFiles.write([count + 1], to: counter, replacing: true)
                        withExtendedLifetime(lock) {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try SafeFiles.read(counter, limit: 1) == [100])
    }

    @Test func `a byte lock excludes only locks of the same byte`() throws {
        let path = folder.path + "/lock"
        func isFree(_ byte: UInt32) throws -> Bool {
            switch try ByteLock(path: path, byte: byte) {
            case .some: true
            case .none: false
            }
        }
        do {
            let held = try ByteLock(path: path, byte: 7)
            #expect(try !isFree(7))
            #expect(try isFree(.max) && isFree(6) && isFree(8))
            withExtendedLifetime(held) {}
        }
        #expect(try isFree(7))
        #expect(TemporaryFolder.mode(path) == 0o600)
    }

    @Test func `a byte lock fails on a link or an invalid path`() throws {
        let path = folder.path + "/lock"
        try #require(symlink(folder.path + "/elsewhere", path) == 0)
        #expect(throws: FileError.cannotWrite(path: path, errno: ELOOP)) { _ = try ByteLock(path: path, byte: 1) }
        #expect(throws: FileError.cannotWrite(path: "a\0b", errno: EINVAL)) { _ = try ByteLock(path: "a\0b", byte: 1) }
    }

    @Test func `a lock does not follow a symbolic link`() throws {
        let path = folder.path + "/lock"
        try #require(symlink(folder.path + "/elsewhere", path) == 0)
        #expect(throws: FileError.cannotWrite(path: path, errno: ELOOP)) { _ = try FileLock(path: path) }
        #expect(folder.names == ["lock"])
    }

    @Test func `moves a folder and replaces only an empty one`() throws {
        let (one, other) = (folder.path + "/one", folder.path + "/other")
        try SafeFiles.createFolder(one)
        try SafeFiles.write([1], to: one + "/a", replacing: false)
        try SafeFiles.createFolder(other)
        try SafeFiles.moveFolder(one, to: other)
        #expect(folder.names == ["other"])
        #expect(try SafeFiles.read(other + "/a", limit: 1) == [1])
        try SafeFiles.createFolder(one)
        #expect(throws: FileError.exists(path: other)) { try SafeFiles.moveFolder(one, to: other) }
        #expect(throws: FileError.cannotWrite(path: other + "x", errno: ENOENT)) {
            try SafeFiles.moveFolder(one + "x", to: other + "x")
        }
        try #require(symlink(other, folder.path + "/link") == 0)
        #expect(throws: FileError.self) { try SafeFiles.moveFolder(one, to: folder.path + "/link") }
        #expect(throws: FileError.cannotWrite(path: "a\0", errno: EINVAL)) { try SafeFiles.moveFolder(one, to: "a\0") }
    }

    @Test func `removes only an empty folder, and never a link`() throws {
        let (one, link) = (folder.path + "/one", folder.path + "/link")
        try SafeFiles.createFolder(one)
        try SafeFiles.write([1], to: one + "/a", replacing: false)
        #expect(throws: FileError.cannotWrite(path: one, errno: ENOTEMPTY)) { try SafeFiles.removeFolder(one) }
        try SafeFiles.remove(one + "/a")
        try #require(symlink(one, link) == 0)
        #expect(try SafeFiles.isLink(link))
        #expect(try !SafeFiles.isLink(one))
        #expect(throws: FileError.cannotWrite(path: link, errno: ENOTDIR)) { try SafeFiles.removeFolder(link) }
        try SafeFiles.removeFolder(one)
        #expect(throws: FileError.notFound(path: one)) { try SafeFiles.removeFolder(one) }
        #expect(throws: FileError.notFound(path: one)) { try SafeFiles.isLink(one) }
    }

    @Test func `locks a folder without creating a lock file`() async throws {
        let counter = folder.path + "/counter"
        try SafeFiles.write([0], to: counter, replacing: false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 {
                        let lock = try FileLock(folderOf: counter)
                        let count = try SafeFiles.read(counter, limit: 1)[0]
                        try SafeFiles.write([count + 1], to: counter, replacing: true)
                        withExtendedLifetime(lock) {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try SafeFiles.read(counter, limit: 1) == [40])
        #expect(folder.names == ["counter"])
        #expect(throws: FileError.cannotRead(path: folder.path + "/none", errno: ENOENT)) {
            _ = try FileLock(folderOf: folder.path + "/none/a")
        }
    }

    @Test func `readers share a lock without write permission and create its file if missing`() throws {
        let path = folder.path + "/lock"
        do {
            let one = try FileLock(reading: path)
            let two = try FileLock(reading: path)
            withExtendedLifetime(one) {}
            withExtendedLifetime(two) {}
        }
        #expect(TemporaryFolder.mode(path) == 0o600)
        try #require(chmod(path, 0o400) == 0)
        withExtendedLifetime(try FileLock(reading: path)) {}
        #expect(throws: FileError.notFound(path: folder.path + "/a/lock")) {
            _ = try FileLock(reading: folder.path + "/a/lock")
        }
        try #require(symlink(folder.path + "/elsewhere", folder.path + "/link") == 0)
        #expect(throws: FileError.cannotRead(path: folder.path + "/link", errno: ELOOP)) {
            _ = try FileLock(reading: folder.path + "/link")
        }
    }

    @Test func `a reader waits for the writer`() async throws {
        let path = folder.path + "/lock"
        let place = folder.path + "/content"
        try SafeFiles.write([0, 0], to: place, replacing: false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in UInt8(1)...50 {
                    let lock = try FileLock(path: path)
                    try SafeFiles.write([round, 0], to: place, replacing: true)
                    try SafeFiles.write([round, round], to: place, replacing: true)
                    withExtendedLifetime(lock) {}
                }
            }
            group.addTask {
                for _ in 0..<50 {
                    let lock = try FileLock(reading: path)
                    let seen = try SafeFiles.read(place, limit: 2)
                    #expect(seen[0] == seen[1])
                    withExtendedLifetime(lock) {}
                }
            }
            try await group.waitForAll()
        }
    }
}
