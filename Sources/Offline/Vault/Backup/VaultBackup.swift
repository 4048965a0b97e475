// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import Stellar
import TextCodec

/// Every file of a vault in one: keys, which stay sealed, their seals, book, policy and journal.
///
/// A line that says what it is, a line of JSON with name, size and SHA-256 of each file, the files one behind the other, and a line
/// with the SHA-256 of all that. So damage is found; who made it, only a key's PIN can tell, as of the vault itself.
package struct VaultBackup: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let name: String
        let content: [UInt8]
    }

    /// How far the journal in it goes.
    package struct Journal: Hashable, Sendable {
        package let entries: Int
        /// SHA-256 of the last line, 32 bytes.
        package let digest: [UInt8]
        package let latest: Timestamp?
    }

    /// When it was made.
    package let time: Timestamp
    /// In the order of their names, each once.
    let files: [File]

    static let beginning = Array("coldstar-backup\n".utf8)
    static let format = "coldstar-backup"
    static let version: UInt64 = 1
    /// No backup is larger, and no file in one.
    package static let limit = 1 << 30

    init(time: Timestamp, files: [File]) {
        self.time = time
        self.files = files
    }

    /// How many files are in it.
    package var count: Int { files.count }

    /// The second line with its newline.
    static func header(_ time: Timestamp, _ files: [(name: String, size: Int, digest: [UInt8])]) -> [UInt8] {
        let fields: JSON = [
            "format": .string(format), "version": .integer(version), "time": .integer(time.seconds),
            "files": .array(
                files.map {
                    ["name": .string($0.name), "size": .integer($0.size), "digest": .string(Hex.encode($0.digest))]
                }),
        ]
        return Array(fields.text().utf8) + [UInt8(ascii: "\n")]
    }

    /// The whole file.
    package var bytes: [UInt8] {
        var bytes = Self.beginning
        bytes += Self.header(time, files.map { ($0.name, $0.content.count, SHA256.hash($0.content)) })
        for file in files { bytes += file.content }
        return bytes + Self.end(of: bytes)
    }

    /// The last line with its newline, of all that stands before it.
    static func end(of bytes: [UInt8]) -> [UInt8] { Array(Hex.encode(SHA256.hash(bytes)).utf8) + [UInt8(ascii: "\n")] }
}
