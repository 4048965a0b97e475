// SPDX-License-Identifier: Apache-2.0

package import Faults

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
        case .busy: "run the same command again"
        case .transferMoved: "to see its status: \(step: .anchor(.listTransfers))"
        case .rampMoved: "to see its status: \(step: .submit(.rampStatus))"
        case .logUnreadable: "copy the folder to a writable place and give that as \(field: .home)"
        case .contactExists: "use \(field: .replace) to overwrite it"
        case .exists: "use \(field: .force) to replace it"
        case .notAJournal, .newerSchema, .ioFailed, .cannotOpen, .readOnly, .diskFull, .unknownHash, .notFound,
            .illegalTransition, .conflict, .badValue, .failed:
            nil
        }
    }
}
