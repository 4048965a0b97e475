// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// The service of a test network that creates accounts and funds them.
package enum Friendbot {
    /// Creates and funds an account.
    ///
    /// - Returns: the transaction's hash, if the service tells it.
    /// - Throws: `.badInput` if the network has none, `.refusedByLedger` if it refuses.
    package static func fund(
        _ account: AccountID, on network: Network, in context: OnlineContext
    ) throws(Failure) -> TransactionHash? {
        guard network != .public else {
            throw Failure(.badInput, "there is no friendbot on the public network")
        }
        let servers = try context.horizon()
        let friendbot: HTTPURL?
        if let client = try context.rpcAlone(for: network) {
            do throws(RPCError) {
                let link = try client.serverNetwork().friendbotURL
                friendbot = HorizonClient.friendbot(link, of: network, among: client.bases)
            } catch { throw Failure(error) }
        } else {
            let client = try servers.client(for: network)
            do throws(HorizonError) { friendbot = client.friendbot(try client.root(of: network)) } catch {
                throw Failure(error)
            }
        }
        guard let friendbot else { throw Failure(.badInput, "the network \(network.label) has no friendbot") }
        // It answers as Horizon does, wherever it is.
        let client = HorizonClient(base: friendbot, transport: try servers.transport())
        do throws(HorizonError) { return try client.fund(account, friendbot: friendbot) } catch {
            if case .problem = error {
                throw Failure(
                    .refusedByLedger, Wording(error.message),
                    hint: "friendbot funds an account only once; it may already exist")
            }
            throw Failure(error)
        }
    }
}
