// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Handoff

extension TransactionFormat: ExpressibleByArgument {
    /// The help text of an option that takes a format.
    package static let help: ArgumentHelp =
        "The format: json is SEP-51, txrep is SEP-11."
}
