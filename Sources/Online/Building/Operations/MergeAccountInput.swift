// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// The merge of the account into another, which receives all its XLM.
package struct MergeAccountInput: OperationInput {
    private let destination: String

    package init(destination: String) {
        self.destination = destination
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .accountMerge(try draft.destination(destination, .destination))
    }
}
