// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import TestSupport
import Testing

/// The worked example of `SafeFiles.md`; change both together.
struct ExampleTests {
    let folder = TemporaryFolder()

    @Test func `the example of the documentation works`() throws {
        let (home, sealed) = (folder.path, [1, 2, 3] as [UInt8])
        try SafeFiles.createFolder(home + "/vault")
        let lock = try FileLock(path: home + "/vault/.lock")
        try SafeFiles.write(sealed, to: home + "/vault/alice.key", replacing: false)
        let content = try SafeFiles.read(home + "/vault/alice.key", limit: 1 << 16)
        #expect(content == sealed)
        withExtendedLifetime(lock) {}
    }
}
