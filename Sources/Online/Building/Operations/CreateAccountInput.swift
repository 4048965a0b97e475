// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// The creation of an account with its first XLM.
package struct CreateAccountInput: OperationInput {
    private let destination: String
    private let startingBalance: String

    package init(destination: String, startingBalance: String) {
        self.destination = destination
        self.startingBalance = startingBalance
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let balance = try Arguments.amount(startingBalance, .startingBalance, allowingZero: true)
        let destination = try draft.accountID(destination, .destination)
        return .createAccount(CreateAccountOp(destination: destination, startingBalance: balance.stroops))
    }
}
