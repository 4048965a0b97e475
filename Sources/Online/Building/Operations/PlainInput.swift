// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
package import StellarXDR

/// An operation without parameters.
package enum PlainInput: OperationInput {
    case endSponsoringFutureReserves
    /// Networks refuse it since protocol 12.
    case inflation

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        switch self {
        case .endSponsoringFutureReserves: return .endSponsoringFutureReserves
        case .inflation:
            draft.notices.append(
                .note(.noInflation, "inflation ended with protocol 12; networks refuse this operation"))
            return .inflation
        }
    }
}
