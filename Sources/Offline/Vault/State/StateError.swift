// SPDX-License-Identifier: Apache-2.0

package import SafeFiles

/// What can be wrong with book, policy and the seals that bind them to each other, to the key files and to the journal.
package enum StateError: Error, Hashable {
    /// The file does not read, or was changed since it was written.
    case damaged(file: String, reason: String)
    case unsupportedVersion(file: String, found: UInt64)
    /// An older one than was seen before, or none where there was one; `seen` says by what that is known.
    case rolledBack(file: String, seen: String)
    /// Signed by another key than the one that this key knows as the owner of the book.
    case otherOwner(file: String, owner: KeyName)
    /// Signed by a key of which this key has never seen a list, where that has to be settled first.
    case unknownOwner(file: String, owner: KeyName)
    /// Not as it was when it was looked at.
    case changedMeanwhile(file: String)
    /// The seal does not bear this key's authenticator.
    case forgedSeal(KeyName)
    /// The key signed before, by the journal, and its seal is gone.
    case missingSeal(KeyName)
    /// The key has no seal, and nothing says what it has seen: every key gets one before its file is there.
    case unsealed(KeyName)
    /// A line of the journal that none of the vault's keys has written, as far as this key can tell.
    case foreignLine(Int, seenBy: KeyName)
    case journal(JournalError)
    case file(FileError)

    /// One lower-case line for a person.
    package var message: String {
        switch self {
        case .damaged(let file, let reason): "vault/\(file) is damaged: \(reason)"
        case .unsupportedVersion(let file, let found):
            "vault/\(file) has version \(found), which this release does not read"
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
        case .journal(let error): error.message
        case .file(let error): error.message
        }
    }
}

/// Runs what touches files, and turns its error into one of the state.
func inState<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(StateError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
