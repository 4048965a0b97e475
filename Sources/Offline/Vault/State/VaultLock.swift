// SPDX-License-Identifier: Apache-2.0

package import SafeFiles

/// A lock held while lists and seals are changed, so that two programs do not change them at once.
package struct VaultLock: ~Copyable {
    private let lock: FileLock

    /// Waits for the lock of a vault, and creates the folder if necessary.
    package init(folder: String) throws(FileError) {
        try SafeFiles.createFolder(folder)
        lock = try FileLock(path: Self.path(folder))
    }

    /// Waits until no program is changing the vault, and prevents changes while the lock is held. For readers.
    init(reading folder: String) throws(FileError) { lock = try FileLock(reading: Self.path(folder)) }

    static func path(_ folder: String) -> String { folder + "/state.lock" }
}
