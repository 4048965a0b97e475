// SPDX-License-Identifier: Apache-2.0

package import Faults
import SafeFiles

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
        case .changedMeanwhile: "look at it again: run the same command"
        case .foreignLine(_, let key):
            "find out who can write to the vault; then \(step: .sign(.acceptJournal(key: key.text))) shows the lines, and from then on they can only add findings"
        }
    }
}
