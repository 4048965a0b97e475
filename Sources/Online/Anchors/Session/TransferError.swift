// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec

/// Why a step of a transfer failed: for a reason of the anchor's, which front ends may explain in their own way, or for
/// another.
package enum TransferError: Fault, Hashable {
    case anchor(AnchorError)
    case failure(Failure)

    package init(any error: any Error) {
        switch error {
        case let error as TransferError: self = error
        case let error as AnchorError: self = .anchor(error)
        default: self = .failure(Failure(any: error))
        }
    }

    /// The anchor's error as a JSON document, for programs that react to it; nil for any other.
    package var document: JSON? {
        switch self {
        case .anchor(.customerInfoNeeded(_, let fields)):
            ["status": "customer_info_needed", "fields": .array(fields.map { .string($0) })]
        case .anchor(.customerStatus(_, let status, let more)):
            ["status": .string("customer_info_\(status)"), "more_info_url": more.map { .string($0) } ?? .null]
        case .anchor, .failure: nil
        }
    }

    /// The result of a call with errors of both kinds.
    package static func catching<R>(_ body: () throws -> R) throws(TransferError) -> R {
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
    package var wording: Wording { fault.wording }
    package var hint: Wording? { fault.hint }
    package var details: [FailureDetail] { fault.details }
}
