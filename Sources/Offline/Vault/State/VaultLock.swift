// SPDX-License-Identifier: Apache-2.0

package import SafeFiles

/// Held while lists and seals are changed, so that two programs do not do it at once.
package struct VaultLock: ~Copyable {
    private let lock: FileLock

    /// Waits for the lock of a vault, whose folder is made when it is not there.
    package init(folder: String) throws(FileError) {
        try SafeFiles.createFolder(folder)
        lock = try FileLock(path: Self.path(folder))
    }

    /// Waits until nobody changes the vault, and keeps it so; for those who only look.
    init(reading folder: String) throws(FileError) { lock = try FileLock(reading: Self.path(folder)) }

    static func path(_ folder: String) -> String { folder + "/state.lock" }
}
