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

    package var hint: String? {
        switch self {
        case .corrupt: "keep the file unchanged; a backup can replace it"
        case .busy: "run the same command again"
        case .transferMoved: "see its status with coldstar-submit anchor transfers"
        case .rampMoved: "see its status with coldstar-submit ramp status"
        case .logUnreadable: "copy the folder to a writable place and give that as --home"
        case .contactExists: "use --replace to overwrite it"
        case .exists: "use --force to replace it"
        case .notAJournal, .newerSchema, .ioFailed, .cannotOpen, .readOnly, .diskFull, .unknownHash, .notFound,
            .illegalTransition, .conflict, .badValue, .failed:
            nil
        }
    }
}
