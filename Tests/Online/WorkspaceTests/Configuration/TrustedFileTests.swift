// SPDX-License-Identifier: Apache-2.0

import Codec
import TestSupport
import Testing
import Workspace

/// A folder with a configuration file.
private struct Folder {
    private let temporary = TemporaryFolder()
    var path: String { temporary.path }

    func write(_ text: String, mode: mode_t = 0o600) {
        let file = open(path + "/config.toml", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = text.withCString { Codec.write(file, $0, strlen($0)) }
        fchmod(file, mode)
        close(file)
    }

    func read() throws -> [UInt8]? { try TrustedFile.read("config.toml", in: path, limit: 100) }
}

@Suite struct TrustedFileTests {
    @Test func `reads a private file`() throws {
        let folder = Folder()
        folder.write("abc")
        #expect(try folder.read() == Array("abc".utf8))
        #expect(ConfigurationStore(folder: folder.path).exists)
    }

    @Test func `no file, or no folder, is no configuration`() throws {
        let folder = Folder()
        #expect(try folder.read() == nil)
        #expect(try TrustedFile.read("config.toml", in: folder.path + "/none", limit: 10) == nil)
    }

    @Test(arguments: [0o620, 0o602, 0o666] as [mode_t])
    func `refuses a file that others can write`(mode: mode_t) {
        let folder = Folder()
        folder.write("abc", mode: mode)
        let error = #expect(throws: Failure.self) { try folder.read() }
        #expect(error?.kind == .refused)
        #expect(error?.message.contains("others can write") == true)
    }

    @Test(arguments: [0o720, 0o702, 0o777, 0o1777] as [mode_t])
    func `refuses a folder that others can write`(mode: mode_t) {
        let folder = Folder()
        folder.write("abc")
        chmod(folder.path, mode)
        #expect(throws: Failure.self) { try folder.read() }
        #expect(throws: Failure.self) {
            try ConfigurationStore(folder: folder.path).change { _ throws(Failure) in }
        }
    }

    @Test func `refuses links, also dangling ones, folders and pipes`() {
        let folder = Folder()
        symlink("/etc/passwd", folder.path + "/config.toml")
        #expect(throws: Failure.self) { try folder.read() }
        unlink(folder.path + "/config.toml")
        symlink("none", folder.path + "/config.toml")
        #expect(throws: Failure.self) { try folder.read() }
        unlink(folder.path + "/config.toml")
        mkdir(folder.path + "/config.toml", 0o700)
        #expect(throws: Failure.self) { try folder.read() }
        rmdir(folder.path + "/config.toml")
        mkfifo(folder.path + "/config.toml", 0o600)
        #expect(throws: Failure.self) { try folder.read() }
    }

    @Test func `refuses a file that is too large`() {
        let folder = Folder()
        folder.write(String(repeating: "#", count: 101))
        let error = #expect(throws: Failure.self) { try folder.read() }
        #expect(error?.kind == .badInput)
    }

    @Test func `changes are written with mode 0600, and only if there are any`() throws {
        let folder = Folder()
        let store = ConfigurationStore(folder: folder.path)
        try store.change { _ throws(Failure) in }
        #expect(!store.exists)
        folder.write("# c\n", mode: 0o644)
        try store.change { text throws(Failure) in try text.set("network", to: ["testnet"], profile: nil) }
        #expect(try folder.read() == Array("# c\nnetwork = \"testnet\"\n".utf8))
        var status = stat()
        #expect(stat(store.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a change that fails leaves the file as it was`() throws {
        let folder = Folder()
        folder.write("# c\n")
        #expect(throws: Failure.self) {
            try ConfigurationStore(folder: folder.path).change { text throws(Failure) in
                try text.set("network", to: ["testnet"], profile: nil)
                throw Failure(.bug, "stop")
            }
        }
        #expect(try folder.read() == Array("# c\n".utf8))
    }
}
