// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// The raise of the account's sequence number.
package struct BumpSequenceInput: OperationInput {
    private let bumpTo: String

    package init(bumpTo: String) {
        self.bumpTo = bumpTo
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .bumpSequence(BumpSequenceOp(bumpTo: try Arguments.number(bumpTo, .bumpTo, as: SequenceNumber.self)))
    }
}
