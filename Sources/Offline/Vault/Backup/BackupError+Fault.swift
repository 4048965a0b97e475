// SPDX-License-Identifier: Apache-2.0

package import Faults
import SafeFiles

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
