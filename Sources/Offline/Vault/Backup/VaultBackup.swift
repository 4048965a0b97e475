// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import Stellar
import TextCodec

/// All files of a vault in one: sealed keys, seals, book, policy and journal.
///
/// The format is a line with a fixed text, a line of JSON with name, size and SHA-256 of each file, the contents of the files, and a
/// line with the SHA-256 of everything before it. The digests detect damage; as in the vault itself, only a key's PIN can prove who
/// wrote it.
package struct VaultBackup: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let name: String
        let content: [UInt8]
    }

    /// The state of the backed-up journal.
    package struct Journal: Hashable, Sendable {
        package let entries: Int
        /// SHA-256 of the last line, 32 bytes.
        package let digest: [UInt8]
        package let latest: Timestamp?
    }

    /// When the backup was made.
    package let time: Timestamp
    /// The files, sorted by unique name.
    let files: [File]

    static let beginning = Array("coldstar-backup\n".utf8)
    static let format = "coldstar-backup"
    static let version: UInt64 = 1
    /// Maximum size in bytes of a backup, and of each file in it.
    package static let limit = 1 << 30

    init(time: Timestamp, files: [File]) {
        self.time = time
        self.files = files
    }

    /// The number of files.
    package var count: Int { files.count }

    /// The second line, including its newline.
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

    /// The content of the backup file.
    package var bytes: [UInt8] {
        var bytes = Self.beginning
        bytes += Self.header(time, files.map { ($0.name, $0.content.count, SHA256.hash($0.content)) })
        for file in files { bytes += file.content }
        return bytes + Self.end(of: bytes)
    }

    /// The last line, including its newline: the digest of everything before it.
    static func end(of bytes: [UInt8]) -> [UInt8] { Array(Hex.encode(SHA256.hash(bytes)).utf8) + [UInt8(ascii: "\n")] }
}
