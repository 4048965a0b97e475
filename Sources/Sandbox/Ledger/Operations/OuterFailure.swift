// SPDX-License-Identifier: Apache-2.0
import StellarXDR

/// A failure that is no operation's own: the result says it outside of the operation's result.
enum OuterFailure: Error {
    case tooManySubentries

    var result: OperationResult {
        switch self {
        case .tooManySubentries: .opTooManySubentries
        }
    }
}
