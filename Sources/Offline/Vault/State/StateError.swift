// SPDX-License-Identifier: Apache-2.0

package import Codec
package import SafeFiles

/// Why book, policy, key files, journal and the seals that connect them cannot be trusted.
package enum StateError: Error, Hashable {
    /// The file is malformed, or was changed after it was written.
    case damaged(file: String, reason: String)
    case unsupportedVersion(file: String, found: UInt64)
    /// An older version than seen before, or a missing file; `seen` states the evidence.
    case rolledBack(file: String, seen: String)
    /// Signed by a key other than the owner of the book that this key knows.
    case otherOwner(file: String, owner: KeyName)
    /// Signed by a key of which this key has never seen a list, where the owner must be known.
    case unknownOwner(file: String, owner: KeyName)
    /// The file has changed since it was reviewed.
    case changedMeanwhile(file: String)
    /// The seal does not have this key's authenticator.
    case forgedSeal(KeyName)
    /// According to the journal the key has signed before, but its seal is missing.
    case missingSeal(KeyName)
    /// The key has no seal, so what it has seen is unknown. A key gets its seal before its file is written.
    case unsealed(KeyName)
    /// A journal line that, as far as this key can tell, none of the vault's keys has written.
    case foreignLine(Int, seenBy: KeyName)
    /// A key of another chain would change a list.
    case key(KeyUseError)
    case journal(SignerJournalError)
    case file(FileError)

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .damaged(let file, let reason): "vault/\(file) is damaged: \(reason)"
        case .unsupportedVersion(let file, let found):
            "vault/\(file) has version \(found), which this release cannot read"
        case .rolledBack(let file, let seen): "vault/\(file) is not the newest: \(seen)"
        case .otherOwner(let file, let owner):
            "vault/\(file) was signed with key \(owner.text), which this key does not know as the owner of the book"
        case .unknownOwner(let file, let owner):
            "vault/\(file) was signed with key \(owner.text), of which this key has never seen a book or a policy"
        case .changedMeanwhile(let file): "vault/\(file) was changed just now"
        case .forgedSeal(let key): "vault/seal.\(key.text) was not written by the key \(key.text)"
        case .missingSeal(let key): "vault/seal.\(key.text) is missing, but the key has signed before"
        case .unsealed(let key): "vault/seal.\(key.text) is missing, and with it whatever the key has seen"
        case .foreignLine(let line, let key):
            "line \(line) of vault/journal was not written by a key of this vault, as far as key \(key.text) can tell"
        case .key(let error): error.message
        case .journal(let error): error.message
        case .file(let error): error.message
        }
    }
}

/// Runs file operations and converts a `FileError` into a `StateError`.
func inState<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(StateError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}

extension StateError: Fault {
    package var kind: FaultKind {
        switch self {
        case .key(let error): error.kind
        case .journal(let error): error.kind
        case .file(let error): error.kind
        case .damaged, .unsupportedVersion: .badInput
        case .rolledBack, .missingSeal, .unsealed, .otherOwner, .unknownOwner, .changedMeanwhile, .foreignLine,
            .forgedSeal:
            .refused
        }
    }

    package var hint: Wording? {
        switch self {
        case .key(let error): error.hint
        case .journal(let error): error.hint
        case .file: nil
        case .damaged, .unsupportedVersion, .forgedSeal: "restore the whole vault from a backup"
        case .rolledBack, .missingSeal: "an older file was put back: look for the newer one, or see docs, \"Backups\""
        case .unsealed(let key):
            "restore the whole vault from a backup; or at a terminal: \(step: .sign(.acceptBook(key: key.text)))"
        case .otherOwner:
            "if you changed the owner: \(step: .sign(.acceptBook(key: nil))); if not, restore your book"
        case .unknownOwner:
            "is it yours? \(step: .sign(.showBook)); then \(step: .sign(.acceptBook(key: nil))), or take the file away"
        case .changedMeanwhile: "look at it again, then start over"
        case .foreignLine(_, let key):
            "find out who can write to the vault; then \(step: .sign(.acceptJournal(key: key.text))) shows the lines, and from then on they can only add findings"
        }
    }
}
