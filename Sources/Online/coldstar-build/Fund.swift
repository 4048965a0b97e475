// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CurlHTTP
import Faults
import Horizon
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

struct Fund: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create and fund an account with a test network's friendbot.",
        discussion: "Example: coldstar-build fund --network testnet G...")

    @Argument(help: "The account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String

    @Flag(help: "Print the outcome as JSON.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        var finder = AccountFinder(home: home, horizon: horizon)
        let account = try finder.find(self.account, "the account").account.account
        let network = try network.required()
        guard network != .public else {
            throw Failure(.badInput, "there is no friendbot on the public network")
        }
        let client = try horizon.client(for: network)
        let hash = try Self.ask(client, network, account)
        if json {
            try Console.put(
                document: ["account": .string(account.address), "hash": hash.map { .string($0.hex) } ?? .null],
                pretty: false)
        } else {
            Console.say("friendbot funded \(account.address)")
        }
    }

    private static func ask(
        _ client: HorizonClient, _ network: Network, _ account: AccountID
    ) throws(Failure) -> TransactionHash? {
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
                    .refusedByLedger, error.message, hint: "friendbot funds an account only once; it may already exist")
            }
            throw Failure(error)
        }
    }
}
