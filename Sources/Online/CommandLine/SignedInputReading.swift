// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Submitting
import Terminal

extension RequestedTransaction {
    /// The request in the file that `--request` names; nil without the option.
    package static func read(
        _ path: String?, takesChallenges: Bool = false
    ) throws(Failure) -> RequestedTransaction? {
        try path.map { path throws(Failure) in
            try RequestedTransaction(path: path, takesChallenges: takesChallenges)
        }
    }

    /// Reads the request in a file, as given with `--request`.
    package init(path: String, takesChallenges: Bool = false) throws(Failure) {
        try self.init(try TransactionInput(path), takesChallenges: takesChallenges)
    }
}

extension SignedInput {
    /// Reads a signed transaction from an argument, as `TransactionInput` does.
    package init(
        _ argument: String?, request: RequestedTransaction?, journal: any OnlineJournal, takesChallenges: Bool = false
    ) throws(Failure) {
        let source = try TransactionInput(argument)
        try self.init(source, request: request, journal: journal, takesChallenges: takesChallenges)
    }
}

extension TransactionLines {
    /// The files that the arguments name, which may be folders; standard input if there is none.
    package static func files(_ arguments: [String]) throws(Failure) -> [TransactionLines] {
        guard !arguments.isEmpty else { return [try TransactionLines(nil)] }
        var files: [TransactionLines] = []
        for (index, argument) in arguments.enumerated() {
            for name in try HandoffFolder.files(argument, .signed) {
                files.append(try TransactionLines(name, number: arguments.count > 1 ? index + 1 : nil))
            }
        }
        return files
    }
}
