// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
package import Journal
import Shell
package import Submitter

extension RequestedTransaction {
    /// Reads the request in a file, as given with `--request`.
    package init(path: String, takesChallenges: Bool = false) throws(Failure) {
        try self.init(try TransactionInput(path), takesChallenges: takesChallenges)
    }
}

extension SignedInput {
    /// Reads a signed transaction from an argument, as `TransactionInput` does.
    package init(
        _ argument: String?, request: RequestedTransaction?, journal: OnlineJournal, takesChallenges: Bool = false
    ) throws(Failure) {
        let source = try TransactionInput(argument)
        try self.init(source, request: request, journal: journal, takesChallenges: takesChallenges)
    }
}
