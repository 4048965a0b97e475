// SPDX-License-Identifier: Apache-2.0

import Building
import Faults
import Handoff
import Shell

extension WireInput {
    /// A value on the command line, or a file with it.
    init(argument: String) throws(Failure) {
        let (content, origin) = try TransactionInput.bytes(argument)
        self.init(content, origin: origin == "the argument" ? nil : origin)
    }
}
