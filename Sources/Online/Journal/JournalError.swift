// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles
package import Stellar

/// Why a journal operation failed. No error changes or removes existing data.
package enum JournalError: Error, Hashable {
    case cannotOpen(path: String, reason: String)
    case readOnly(path: String)
    case diskFull(path: String)
    /// Not an SQLite file, or a damaged one.
    case corrupt(path: String, reason: String)
    /// An SQLite file of another program.
    case notAJournal(path: String)
    /// Written by a newer Coldstar.
    case newerSchema(path: String, found: Int, newest: Int)
    /// The folder is read-only, so that SQLite cannot read the write-ahead log beside the file.
    case logUnreadable(path: String)
    /// Another program held the journal's lock for longer than the timeout.
    case busy(path: String)
    case unknownHash(TransactionHash)
    case illegalTransition(hash: TransactionHash, from: SubmissionState, to: SubmissionState)
    /// Another request has the same id.
    case conflict(id: String)
    /// Another contact has the name.
    case contactExists(name: String, wanted: String)
    /// Another program has advanced the transfer, or there is none with this number.
    case transferMoved(number: Int64)
    /// Another program has advanced the session of the ramp, or there is none with this number.
    case rampMoved(number: Int64)
    /// A value that breaks the journal's rules: for example, text with a NUL.
    case badValue(String)
    /// The system could not read or write the file: a limit, a quota, a broken disk.
    case ioFailed(path: String, reason: String)
    /// There is no journal file at the path to read.
    case notFound(path: String)
    /// A file with this name exists and was not to be replaced.
    case exists(path: String)
    /// Any other SQLite error.
    case failed(path: String, code: Int32, reason: String)

    /// Whether the journal can only be read: its folder or file, or the disk, takes nothing more.
    package var isForWantOfWriting: Bool {
        switch self {
        case .readOnly, .diskFull, .cannotOpen, .ioFailed: true
        default: false
        }
    }

    package var message: String {
        switch self {
        case .cannotOpen(let path, let reason): "cannot open the journal \(path): \(reason)"
        case .readOnly(let path): "the journal \(path) cannot be written: it or its folder is read-only"
        case .diskFull(let path): "the journal \(path) cannot grow: the disk is full"
        case .corrupt(let path, let reason): "the journal \(path) is damaged: \(reason)"
        case .notAJournal(let path): "\(path) is not a journal of Coldstar"
        case .newerSchema(let path, let found, let newest):
            "the journal \(path) has format \(found), this program knows up to \(newest): use a newer Coldstar"
        case .logUnreadable(let path):
            "the journal \(path) cannot be read here: the latest of it is still in the log beside it, and the folder is read-only"
        case .busy(let path): "the journal \(path) is in use by another program"
        case .unknownHash(let hash): "the journal holds no transaction \(hash)"
        case .illegalTransition(let hash, let from, let to):
            "transaction \(hash) is \(from.rawValue) and cannot become \(to.rawValue)"
        case .conflict(let id): "another request has the id \(id)"
        case .contactExists(let name, let wanted) where name != wanted:
            "there is a contact \(name) already, and names that differ only in case are one name: \(wanted)"
        case .contactExists(let name, _): "a different contact has the name \(name) already"
        case .transferMoved(let number): "another program went on with the transfer \(number) meanwhile"
        case .rampMoved(let number): "another program went on with the ramp session \(number) meanwhile"
        case .badValue(let what): "the journal does not take \(what)"
        case .ioFailed(let path, let reason): "the journal \(path) cannot be read or written: \(reason)"
        case .notFound(let path): "there is no journal \(path)"
        case .exists(let path): "\(path) is already there"
        case .failed(let path, let code, let reason): "the journal \(path) failed (SQLite error \(code)): \(reason)"
        }
    }

    /// Creates an error from a failure of the journal's file or of a file being created.
    init(_ error: FileError, path: String) {
        switch error {
        case .exists: self = .exists(path: path)
        case .cannotWrite(_, let errno), .cannotRead(_, let errno):
            switch errno {
            case ENOSPC, EDQUOT: self = .diskFull(path: path)
            case EACCES, EPERM, EROFS: self = .readOnly(path: path)
            default: self = .ioFailed(path: path, reason: SystemError.text(errno))
            }
        case .notRegular, .tooLarge: self = .ioFailed(path: path, reason: error.message)
        case .notFound: self = .notFound(path: path)
        }
    }

    /// Creates an error from an SQLite result code (also an extended one) and its message.
    ///
    /// - Source: https://sqlite.org/rescode.html
    init(sqlite code: Int32, _ reason: String, path: String) {
        switch code & 0xff {
        case 5, 6: self = .busy(path: path)
        case 3, 8, 23: self = .readOnly(path: path)
        case 10: self = .ioFailed(path: path, reason: reason)
        case 11, 26: self = .corrupt(path: path, reason: reason)
        case 13: self = .diskFull(path: path)
        case 14: self = .cannotOpen(path: path, reason: reason)
        default: self = .failed(path: path, code: code, reason: reason)
        }
    }
}

extension JournalError: Fault {
    package var kind: FaultKind {
        switch self {
        case .corrupt, .notAJournal, .newerSchema: .badInput
        case .busy: .unreachable
        case .transferMoved, .rampMoved: .refused
        case .logUnreadable, .ioFailed, .cannotOpen, .readOnly, .diskFull, .contactExists, .exists: .cannotCreate
        case .unknownHash, .notFound: .noInput
        case .illegalTransition, .conflict, .badValue, .failed: .bug
        }
    }

    package var hint: Wording? {
        switch self {
        case .corrupt: "keep the file unchanged; a backup can replace it"
        case .busy: "try again"
        case .diskFull: "make room, then run it again"
        case .transferMoved: "to see its status: \(step: .anchor(.listTransfers))"
        case .rampMoved: "to see its status: \(step: .submit(.rampStatus))"
        case .logUnreadable: "copy the folder to a writable place and give that as \(field: .home)"
        case .contactExists: "use \(field: .replace) to overwrite it"
        case .exists: "use \(field: .force) to replace it"
        case .notAJournal, .newerSchema, .ioFailed, .cannotOpen, .readOnly, .unknownHash, .notFound, .illegalTransition,
            .conflict, .badValue, .failed:
            nil
        }
    }
}
