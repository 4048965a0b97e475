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

    /// Changes the file under a lock, creating it with mode 0600 if it does not exist. Writes nothing if the change throws or
    /// changes nothing.
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
