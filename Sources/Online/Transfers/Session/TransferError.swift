// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults

/// Why a step of a transfer failed: for a reason of the anchor's, which front ends may explain in their own way, or for another.
package enum TransferError: Fault, Hashable {
    case anchor(AnchorError)
    case failure(Failure)

    init(any error: any Error) {
        switch error {
        case let error as TransferError: self = error
        case let error as AnchorError: self = .anchor(error)
        default: self = .failure(Failure(any: error))
        }
    }

    /// The result of a call with errors of both kinds.
    static func catching<R>(_ body: () throws -> R) throws(TransferError) -> R {
        do { return try body() } catch { throw TransferError(any: error) }
    }

    private var fault: any Fault {
        switch self {
        case .anchor(let error): error
        case .failure(let failure): failure
        }
    }

    package var kind: FaultKind { fault.kind }
    package var message: String { fault.message }
    package var hint: String? { fault.hint }
    package var details: [String] { fault.details }
}
