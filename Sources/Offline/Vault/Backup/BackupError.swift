// SPDX-License-Identifier: Apache-2.0

package import SafeFiles

/// Why a vault was not backed up, or a backup not restored. Nothing was written or changed.
package enum BackupError: Error, Hashable {
    /// Not a vault backup.
    case noBackup
    /// It was cut off, changed, or not written by this program.
    case damaged(reason: String)
    /// A version of the format that this release does not read.
    case unsupportedVersion(found: UInt64)
    /// The vault has no files.
    case empty
    /// A vault of more bytes than a backup holds.
    case tooLarge(limit: Int)
    /// A backup goes only where no vault is; `relation` says how the two compare.
    case notEmpty(relation: String)
    /// Something stands where the vault is put together; it is not ours.
    case inTheWay(path: String)
    /// A key file of the vault does not read.
    case key(VaultError)
    /// The files contradict each other.
    case state(StateError)
    case file(FileError)

    /// One lower-case line for a person.
    package var message: String {
        switch self {
        case .noBackup: "this is not a vault backup"
        case .damaged(let reason): "the backup is damaged: \(reason)"
        case .unsupportedVersion(let found): "the backup has version \(found); this release reads version 1"
        case .empty: "there is nothing to back up"
        case .tooLarge(let limit): "the vault has more than \(limit) bytes"
        case .notEmpty(let relation): "a vault already exists here: \(relation)"
        case .inTheWay(let path): "\(path) exists: the vault is assembled there"
        case .key(let error): error.message
        case .state(let error): error.message
        case .file(let error): error.message
        }
    }
}

/// Runs what touches files, and turns its error into one of the backup.
func inBackup<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(BackupError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
