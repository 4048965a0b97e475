// SPDX-License-Identifier: Apache-2.0

package import Building
package import Faults
import Handoff
import Shell

extension WireInput {
    /// A value on the command line, or a file with it.
    package init(argument: String) throws(Failure) {
        let (content, origin) = try TransactionInput.bytes(argument)
        self.init(content, origin: origin == "the argument" ? nil : origin)
    }
}
