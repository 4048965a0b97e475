// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import Testing

@testable import Vault

/// Backups that others packed: their digests are right, whatever they contain.
struct BackupTests {
    /// A list of files, each with its name, its size as JSON and its content.
    private func packed(
        _ files: [(name: String, size: JSON?, content: [UInt8])], more: [(String, JSON)] = [], tail: [UInt8] = [],
        beginning: String = "coldstar-backup\n"
    ) -> [UInt8] {
        let rows = files.map { file -> JSON in
            [
                "name": .string(file.name), "size": file.size ?? .integer(file.content.count),
                "digest": .string(Hex.encode(SHA256.hash(file.content))),
            ]
        }
        var members: [(String, JSON)] = [
            ("format", "coldstar-backup"), ("version", 1), ("time", 5), ("files", .array(rows)),
        ]
        for (name, value) in more {
            if let place = members.firstIndex(where: { $0.0 == name }) { members.remove(at: place) }
            members.append((name, value))
        }
        let header = JSON.object(JSONObject(members)).text() + "\n"
        let body = Array(beginning.utf8) + Array(header.utf8) + files.flatMap(\.content) + tail
        return body + Array((Hex.encode(SHA256.hash(body)) + "\n").utf8)
    }

    private let good: [(name: String, size: JSON?, content: [UInt8])] = [
        ("alice.key", nil, Array("key".utf8)), ("book", nil, Array("book".utf8)), ("seal.alice", nil, [1]),
    ]

    private func damage(_ bytes: [UInt8]) -> BackupError? {
        #expect(throws: BackupError.self) { try VaultBackup(parsing: bytes) }
    }

    @Test func `reads a backup that another program packed`() throws {
        let backup = try VaultBackup(parsing: packed(good))
        #expect(backup.files.map(\.name) == ["alice.key", "book", "seal.alice"] && backup.time.seconds == 5)
    }

    @Test(arguments: [
        "../evil.key", "/tmp/evil.key", "x/evil.key", "..", ".", "", "evil", "evil.key/", "\u{e9}vil.key", "evil .key",
        "-evil.key", "evil.key\0", "\u{1b}[2Jevil.key", "seal.", "seal.../evil", "seal.a/../../evil", "tries.",
        "state.lock", "journal.lock", ".coldstar-1.tmp", "book2", String(repeating: "k", count: 65) + ".key",
    ])
    func `rejects a file name that no vault has`(name: String) {
        let error = damage(packed((good + [(name, nil, Array("x".utf8))]).sorted { $0.name < $1.name }))
        guard case .damaged(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("is not the name of a vault file") && !reason.contains("\u{1b}"))
    }

    @Test(
        arguments: [
            "-1", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
            "1099511627776", "1000000000000000000000000000000", "1.5", "\"5\"", "null", "0", "16385",
        ])
    func `rejects a file size that does not match the content`(size: String) throws {
        var files = good
        files[0].size = try JSON(parsing: Array(size.utf8))
        guard case .damaged? = damage(packed(files)) else {
            Issue.record("not damaged")
            return
        }
    }

    @Test func `rejects duplicate, misordered or surplus content`() {
        let huge: [(name: String, size: JSON?, content: [UInt8])] = [
            ("book", nil, [UInt8](repeating: 0, count: 5 << 20))
        ]
        for bytes in [
            packed([good[0]] + good), packed(good.reversed()), packed(good, tail: Array("more".utf8)), packed(huge),
            packed(good, more: [("format", "coldstar-key")]), packed(good, more: [("more", 1)]),
            packed(good, more: [("time", -1)]), packed(good, more: [("files", [:])]),
            packed(good, more: [("files", [1])]),
        ] {
            guard case .damaged? = damage(bytes) else {
                Issue.record("not damaged")
                continue
            }
        }
        #expect(damage(packed(good, more: [("version", 2)])) == .unsupportedVersion(found: 2))
        for beginning in ["coldstar-backup 2\n", "", "\n"] {
            #expect(damage(packed(good, beginning: beginning)) == .noBackup)
        }
    }
}
