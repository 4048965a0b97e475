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

    /// What was seen of an account; nil when it was not asked for, or does not exist.
    package func seen(_ id: AccountID) -> AccountRecord? { accounts[id] ?? nil }

    /// The sequence number of the account's next transaction.
    package mutating func nextSequence(of id: AccountID) throws(Failure) -> SequenceNumber {
        guard let account = try account(id) else {
            throw Failure(
                .badInput, "the source account \(id.address) does not exist on \(NetworkOptions.label(network))",
                hint: network == .public
                    ? "someone has to create it first: coldstar-build create-account"
                    : "on a test network: coldstar-build fund \(id.address)")
        }
        do { return try TransactionDraft.sequence(after: account.sequence) } catch {
            throw Failure(.badInput, error.message)
        }
    }
}
