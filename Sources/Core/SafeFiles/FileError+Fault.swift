// SPDX-License-Identifier: Apache-2.0

package import Faults

extension FileError: Fault {
    package var kind: FaultKind {
        switch self {
        case .notFound, .cannotRead: .noInput
        case .cannotWrite, .exists: .cannotCreate
        case .tooLarge, .notRegular: .badInput
        }
    }
}
