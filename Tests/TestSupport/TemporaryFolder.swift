// SPDX-License-Identifier: Apache-2.0

package import Codec

/// An empty folder for one test, removed with its content at the end of the object's life.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/coldstar-tests-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { fatalError("no temporary folder: \(errno)") }
        path = String(cString: made)
    }

    deinit {
        chmod(path, 0o700)
        for name in names { Self.remove(path + "/" + name) }
        rmdir(path)
    }

    /// The path of a file or folder in it, which need not exist.
    package func path(_ name: String) -> String { path + "/" + name }

    /// The names in it, sorted.
    package var names: [String] { Self.names(path) }

    private static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        for name in names(path) { remove(path + "/" + name) }
        rmdir(path)
    }

    package static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
