// SPDX-License-Identifier: Apache-2.0

/// The versions of the Stellar protocol.
package enum Protocol {
    /// The newest version whose ledgers, transactions and contracts this release was tested with. A newer network may have ledgers and
    /// transactions that this release cannot read.
    package static let newestTested = 30
}
