// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import TextCodec

extension VaultBackup {
    /// Parses a backup. Verifies the digest before anything else, and accepts only names of vault files.
    ///
    /// - Throws: `.noBackup`, `.damaged`, `.unsupportedVersion`, `.tooLarge`.
    package init(parsing bytes: [UInt8]) throws(BackupError) {
        guard bytes.starts(with: Self.beginning) else { throw .noBackup }
        guard bytes.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
        let body = bytes.count - Self.endLength
        guard body > Self.beginning.count, Self.end(of: Array(bytes[..<body])).elementsEqual(bytes[body...]) else {
            throw .damaged(reason: "its last line is not the digest of the lines before it")
        }
        guard let newline = bytes[Self.beginning.count..<body].firstIndex(of: UInt8(ascii: "\n")) else {
            throw .damaged(reason: "it has no second line")
        }
        let line = Array(bytes[Self.beginning.count..<newline])
        let time: Timestamp
        let list: [(name: String, size: Int, digest: [UInt8])]
        do {
            let fields = try JSON(parsing: line, maximumDepth: 4)
            guard try fields.string("format") == Self.format else {
                throw JSONError.wrongType(field: "format", expected: Self.format)
            }
            let version = try fields.integer("version", as: UInt64.self)
            guard version == Self.version else { throw BackupError.unsupportedVersion(found: version) }
            time = Timestamp(try fields.integer("time"))
            list = try fields.array("files").map { file throws(JSONError) in
                (
                    name: try file.string("name"), size: try file.integer("size"),
                    digest: try hexBytes(file, "digest", count: SHA256.length)
                )
            }
        } catch let error as JSONError {
            throw .damaged(reason: error.message)
        } catch let error as BackupError {
            throw error
        } catch {
            throw .damaged(reason: "its second line cannot be parsed")
        }
        guard Self.header(time, list).dropLast() == line[...] else {
            throw .damaged(reason: "its second line is not in canonical form")
        }
        try self.init(time: time, files: Self.files(list, in: bytes[(newline + 1)..<body]))
    }

    /// Length of the last line in bytes.
    private static let endLength = SHA256.length * 2 + 1

    private static func files(
        _ list: [(name: String, size: Int, digest: [UInt8])], in bytes: ArraySlice<UInt8>
    ) throws(BackupError) -> [File] {
        var files: [File] = []
        var rest = bytes
        for (name, size, digest) in list {
            let shown = TerminalText.escape(String(name.prefix(80)))
            guard let limit = VaultFile.limit(of: name) else {
                throw .damaged(reason: "\"\(shown)\" is not the name of a vault file")
            }
            if let last = files.last, last.name >= name {
                throw .damaged(reason: "\"\(shown)\" is duplicated or out of order")
            }
            guard (0...limit).contains(size), size <= rest.count else {
                throw .damaged(reason: "\"\(shown)\" cannot have \(size) bytes")
            }
            let content = Array(rest.prefix(size))
            guard SHA256.hash(content) == digest else {
                throw .damaged(reason: "\"\(shown)\" does not match its digest")
            }
            rest = rest.dropFirst(size)
            files.append(File(name: name, content: content))
        }
        guard rest.isEmpty else { throw .damaged(reason: "\(rest.count) bytes after the last file") }
        return files
    }
}
