// SPDX-License-Identifier: Apache-2.0

package import Building
package import Faults
import Handoff
import Shell

extension InputDocument {
    /// A value on the command line, or a file with it.
    package init(argument: String) throws(Failure) {
        let content = try TransactionInput.content(argument)
        self.init(content.bytes, origin: content.origin, isText: content.isText)
    }
}
