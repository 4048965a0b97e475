// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
import SafeFiles

/// The files by which a desk that runs can be entered again, in the online folder of its user, each with mode 0600:
/// that a desk runs at a port, a page that leads a browser there with a key, and the hash of a key that another program
/// of this user made.
package struct EntranceFiles: DeskEntrance {
    private let folder: String
    private let port: UInt16

    package init(folder: String, port: UInt16) {
        self.folder = folder
        self.port = port
    }

    private static let prefix = "desk-"
    private static let running = ".running"

    private func path(_ end: String) -> String { "\(folder)/\(Self.prefix)\(port)\(end)" }

    /// The page that leads a browser to the desk: its address holds the key, which no argument of a program may show.
    package var page: String { path(".html") }
    private var key: String { path(".key") }

    /// Makes a key for the desk that runs at the port.
    ///
    /// - Returns: the address that admits one browser, once.
    package func leaveKey() throws(Failure) -> String {
        let secret = DeskGuard.secret()
        let hash = Hex.encode(SHA256.hash(Array(secret.utf8)))
        try Self.throwing { () throws(FileError) in try SafeFiles.write(Array(hash.utf8), to: key, replacing: true) }
        return DeskGuard.address(port: port, key: secret)
    }

    package func takeKeyHash() -> [UInt8]? {
        guard let text = try? SafeFiles.read(key, limit: 128) else { return nil }
        try? SafeFiles.remove(key)
        guard let hash = try? Hex.decode(String(decoding: text, as: UTF8.self)), hash.count == 32 else { return nil }
        return hash
    }

    package func wasUsed() { try? SafeFiles.remove(page) }

    private func remove() {
        for end in [Self.running, ".html", ".key"] { try? SafeFiles.remove(path(end)) }
    }

    /// Says that a desk runs here, for as long as the value lives.
    package func announce() throws(Failure) -> Announcement {
        try Self.throwing { () throws(FileError) in try SafeFiles.createFolder(folder) }
        let announcement = Announcement(files: self, lock: try lock())
        // What an earlier desk left that was killed.
        remove()
        try Self.throwing { () throws(FileError) in
            try SafeFiles.write([], to: path(Self.running), replacing: true)
        }
        return announcement
    }

    private func lock() throws(Failure) -> ByteLock {
        do throws(FileError) {
            if let lock = try ByteLock(path: folder + "/desk.lock", byte: UInt32(port)) { return lock }
        } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        throw Failure(.cannotCreate, "another desk of this home has the port \(port)")
    }

    package struct Announcement: ~Copyable {
        fileprivate let files: EntranceFiles
        fileprivate let lock: ByteLock

        package consuming func end() {}

        deinit { files.remove() }
    }

    /// The ports of the desks that run in a folder, ascending.
    package static func ports(in folder: String) -> [UInt16] {
        let names = (try? SafeFiles.names(in: folder)) ?? []
        let ports = names.compactMap { name -> UInt16? in
            guard name.hasPrefix(prefix), name.hasSuffix(running) else { return nil }
            return UInt16(name.dropFirst(prefix.count).dropLast(running.count))
        }
        return ports.filter { port in (try? isLocked(folder, port)) ?? false }.sorted()
    }

    private static func isLocked(_ folder: String, _ port: UInt16) throws(FileError) -> Bool {
        let lock = try ByteLock(path: folder + "/desk.lock", byte: UInt32(port))
        return lock == nil
    }

    private static func throwing(_ work: () throws(FileError) -> Void) throws(Failure) {
        do { try work() } catch { throw Failure(.cannotCreate, Wording(error.message)) }
    }
}
