// SPDX-License-Identifier: Apache-2.0

package import Codec
package import SafeFiles

/// Why a vault was not backed up, or a backup not restored. Nothing was written or changed.
package enum BackupError: Error, Hashable {
    /// The file is not a vault backup.
    case noBackup
    /// The backup was truncated, changed, or not written by this program.
    case damaged(reason: String)
    /// This release does not support the version of the format.
    case unsupportedVersion(found: UInt64)
    /// The vault has no files.
    case empty
    /// The vault exceeds the maximum size of a backup in bytes.
    case tooLarge(limit: Int)
    /// A vault already exists; `relation` says how it compares with the backup.
    case notEmpty(relation: String)
    /// Files that Coldstar did not write exist in the folder where the vault is assembled.
    case inTheWay(path: String)
    /// A key file of the vault cannot be read.
    case key(VaultError)
    /// The files contradict each other.
    case state(StateError)
    case file(FileError)

    /// A one-line message in lower case.
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

/// Runs file operations and converts a `FileError` into a `BackupError`.
func inBackup<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(BackupError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}

extension BackupError: Fault {
    package var kind: FaultKind {
        switch self {
        case .noBackup, .damaged, .unsupportedVersion, .tooLarge: .badInput
        case .empty: .noInput
        case .notEmpty, .inTheWay: .cannotCreate
        case .key(let error): error.kind
        case .state(let error): error.kind
        case .file(let error): error.kind
        }
    }

    package var hint: Wording? {
        switch self {
        case .noBackup, .damaged, .unsupportedVersion, .tooLarge, .file: nil
        case .empty: "is \(field: .home) the right one?"
        case .notEmpty: "give another place with \(field: .home), or move the existing vault away and keep it"
        case .inTheWay: "check what it is and move it away"
        case .key(let error): error.hint
        case .state(let error): error.hint
        }
    }
}
