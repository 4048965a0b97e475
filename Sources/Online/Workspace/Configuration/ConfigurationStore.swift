// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles

/// Where the configuration file is: the folder is private, and the file is replaced as a whole.
package struct ConfigurationStore: Hashable, Sendable {
    private static let name = "config.toml"
    private let folder: String

    /// - Parameter folder: Coldstar's folder, which need not exist.
    package init(folder: String) { self.folder = folder }

    package var path: String { folder + "/" + Self.name }

    /// Whether there is anything at the path, readable or not.
    package var exists: Bool { SafeFiles.exists(path) }

    /// The file; nil if there is none. Its problems are part of the result.
    ///
    /// - Throws: for a file that cannot be read or trusted, as `TrustedFile.read`.
    package func read() throws(Failure) -> ConfigurationFile? {
        let bytes = try TrustedFile.read(Self.name, in: folder, limit: ConfigurationFile.limit)
        return bytes.map { ConfigurationFile(path: path, bytes: $0) }
    }

    /// Changes the file under a lock, creating it with mode 0600 if it does not exist. Writes nothing if the change
    /// throws or changes nothing.
    ///
    /// - Throws: also what `read` throws, so that an untrusted file is never extended.
    package func change(_ change: (inout ConfigurationText) throws(Failure) -> Void) throws(Failure) {
        do throws(FileError) { try SafeFiles.createFolder(folder) } catch { throw Failure(error) }
        let lock = try locked()
        defer { withExtendedLifetime(lock) {} }
        let bytes = try TrustedFile.read(Self.name, in: folder, limit: ConfigurationFile.limit)
        var text = ConfigurationText(path: path, bytes: bytes ?? [])
        try change(&text)
        guard text.bytes != bytes, bytes != nil || !text.bytes.isEmpty else { return }
        guard text.bytes.count <= ConfigurationFile.limit else {
            throw Failure(
                .badInput, "\(TerminalText.escape(path)) would be larger than \(ConfigurationFile.limit) bytes")
        }
        do throws(FileError) { try SafeFiles.write(text.bytes, to: path, replacing: true) } catch {
            throw Failure(error)
        }
    }

    private func locked() throws(Failure) -> FileLock {
        do throws(FileError) { return try FileLock(folderOf: path) } catch { throw Failure(error) }
    }
}

/// A file that only this user can have written: anyone else who could change it could redirect payments.
package enum TrustedFile {
    /// The content; nil if the file or its folder does not exist.
    ///
    /// - Throws: `.refused` for a symbolic link, anything that is not a regular file, another owner than this user or
    ///   root, and a file or folder that others can write; `.noInput` for one that cannot be read; `.badInput` for one
    ///   that is too large.
    package static func read(_ name: String, in folder: String, limit: Int) throws(Failure) -> [UInt8]? {
        let path = TerminalText.escape(folder + "/" + name)
        let flags = O_RDONLY | O_CLOEXEC
        guard let parent = try opened(open(folder, flags | O_DIRECTORY), TerminalText.escape(folder)) else {
            return nil
        }
        defer { close(parent) }
        try check(parent, TerminalText.escape(folder), isFolder: true)
        let number = openat(parent, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        if number < 0, errno == ELOOP {
            throw Failure(.refused, "\(path) is a symbolic link", hint: "put the file itself there")
        }
        guard let file = try opened(number, path) else { return nil }
        defer { close(file) }
        try check(file, path, isFolder: false)
        do throws(FileError) {
            return try SafeFiles.readAll(descriptor: file, limit: limit, name: folder + "/" + name)
        } catch { throw Failure(error) }
    }

    private static func opened(_ number: Int32, _ path: String) throws(Failure) -> Int32? {
        guard number < 0 else { return number }
        if errno == ENOENT { return nil }
        throw Failure(.noInput, "cannot read \(path): \(SystemError.text(errno))")
    }

    private static func check(_ number: Int32, _ path: String, isFolder: Bool) throws(Failure) {
        var status = stat()
        guard fstat(number, &status) == 0 else {
            throw Failure(.noInput, "cannot read \(path): \(SystemError.text(errno))")
        }
        guard isFolder || status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.refused, "\(path) is not a regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw Failure(
                .refused, "\(path) belongs to another user, who could redirect payments",
                hint: "use a configuration of your own")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw Failure(
                .refused, "others can write \(path), and could redirect payments",
                hint: "check its content, then: chmod go-w \(ShellWord.quoted(path))")
        }
    }
}
