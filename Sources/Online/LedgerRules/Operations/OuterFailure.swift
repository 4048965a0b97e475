// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// An operation failure that is not specific to its type, so that the result reports it outside of the type's own
/// result.
enum OuterFailure: Error {
    case tooManySubentries

    var result: OperationResult {
        switch self {
        case .tooManySubentries: .opTooManySubentries
        }
    }
}
