// SPDX-License-Identifier: Apache-2.0

package import Anchor
import ArgumentParser

extension TransferProtocol: ExpressibleByArgument {}

extension TransferKind: ExpressibleByArgument {
    /// Parses the kind on the command line: the protocols use both `withdraw` and `withdrawal`.
    package init?(argument: String) {
        switch argument {
        case "deposit": self = .deposit
        case "withdraw", "withdrawal": self = .withdrawal
        default: return nil
        }
    }
}
