// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
import Horizon
package import Preflight
package import Stellar

extension OnlineContext {
    /// The ledger that the network's servers show, once they were found to belong to the network; notes how they differ.
    package func ledger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> LedgerView {
        let view = try LedgerView(try horizon().client(for: network), network: network)
        notices += view.remarks.map { .plain($0) }
        return view
    }
}
