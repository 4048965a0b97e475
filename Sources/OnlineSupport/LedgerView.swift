// SPDX-License-Identifier: Apache-2.0

package import CLISupport
package import Horizon
package import Stellar
package import StellarXDR

/// What one run of a program has seen of the ledger: every account is asked for once.
package struct LedgerView {
    package let client: HorizonClient
    package let network: Network
    private var accounts: [AccountID: AccountRecord?] = [:]
    private var latest: LedgerRecord?

    /// Makes sure first that the server belongs to the network.
    package init(_ client: HorizonClient, network: Network) throws(Failure) {
        self.client = client
        self.network = network
        do { _ = try client.root(of: network) } catch { throw Failure(error) }
    }

    /// The account; nil when it does not exist.
    package mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord? {
        if let known = accounts[id] { return known }
        let found: AccountRecord?
        do { found = try client.account(id) } catch { throw Failure(error) }
        accounts[id] = .some(found)
        return found
    }

    /// The last closed ledger: base reserve and fee, and the ledger's clock.
    package mutating func ledger() throws(Failure) -> LedgerRecord {
        if let latest { return latest }
        let found: LedgerRecord
        do { found = try client.latestLedger() } catch { throw Failure(error) }
        latest = found
        return found
    }
}
