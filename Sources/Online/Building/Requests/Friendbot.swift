// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
package import StellarXDR

/// The service of a test network that creates accounts and funds them.
package enum Friendbot {
    /// Creates and funds an account.
    ///
    /// - Returns: the transaction's hash, if the service tells it.
    /// - Throws: `.badInput` if the network has none, `.refusedByLedger` if it refuses.
    package static func fund(
        _ account: AccountID, on network: Network, by servers: () throws(Failure) -> HorizonServers
    ) throws(Failure) -> TransactionHash? {
        guard network != .public else {
            throw Failure(.badInput, "there is no friendbot on the public network")
        }
        let client = try servers().client(for: network)
        let root: HorizonRoot
        do { root = try client.root(of: network) } catch { throw Failure(error) }
        guard let friendbot = client.friendbot(root) else {
            throw Failure(.badInput, "the network \(network.label) has no friendbot")
        }
        do {
            return try client.fund(account, friendbot: friendbot)
        } catch {
            if case .problem = error {
                throw Failure(
                    .refusedByLedger, Wording(error.message),
                    hint: "friendbot funds an account only once; it may already exist")
            }
            throw Failure(error)
        }
    }
}
