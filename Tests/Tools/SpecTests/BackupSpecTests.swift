// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

@testable import Vault

/// Backups of a vault.
struct BackupSpecTests {
    @Test(arguments: try SpecVectors("backup").accepted)
    func `reads a backup`(vector: SpecVector) throws {
        let backup = try VaultBackup(parsing: vector.input)
        #expect(try backup.time.seconds == vector.accepted.integer("time"))
        let files = try vector.accepted.array("files")
        #expect(try backup.files.map(\.name) == files.map { try $0.string("name") })
        #expect(try backup.files.map(\.content) == files.map { try $0.base64("content") })
        #expect(backup.bytes == vector.input)
    }

    @Test(arguments: try SpecVectors("backup").rejected)
    func `rejects an invalid backup`(vector: SpecVector) {
        #expect(throws: BackupError.self) { try VaultBackup(parsing: vector.input) }
    }
}
