// SPDX-License-Identifier: Apache-2.0

package import HTTP
package import Journal
package import LedgerAPI
import Stellar
import StellarXDR

extension Submitter {
    /// A submitter on the servers of a view, which starts from what the view has seen of the ledger.
    package convenience init(
        _ transactions: [PendingTransaction], on view: NetworkLedger, http: any HTTPMultiplexer,
        journal: any RequestJournal, servers: SubmissionServers
    ) {
        self.init(
            transactions, servers: view.servers, http: http, journal: journal, clock: servers.clock,
            settings: servers.settings, isCancelled: servers.isCancelled, ledgerTime: view.ledgerTime
        ) { view.seen($0.source)?.sequence }
    }
}
