// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import LedgerAPI
import Stellar
import StellarXDR
import Terminal
import Workspace

struct LookupAssets: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "What an account holds, and who issues it; or assets that many people use.",
        discussion: """
            A home domain is the issuer's own claim. To be known says nothing about what an asset is worth.
            Where a server of Stellar RPC is named, the tokens of contracts that were imported with contracts import are listed too.
            Example: coldstar-build lookup assets --network testnet G...
            Example: coldstar-build lookup assets --network testnet --known
            Example: coldstar-build lookup assets --network testnet --rpc-url https://soroban-testnet.stellar.org C...
            """)

    @Argument(help: "G..., M..., C..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @Flag(help: "List the network's well-known assets; the network is not used.")
    var known = false

    @OptionGroup var options: Lookup.Options

    func run() throws {
        switch (account, known) {
        case (nil, true): try options.print(KnownAssetList(on: try options.network.required()))
        case (let account, false):
            try options.print(try holdings(of: account))
        case (_?, true): throw Failure(.usage, "give either an account or --known")
        }
    }

    private func holdings(of name: String?) throws(Failure) -> HoldingList {
        let network = try options.network.required()
        let context = options.context
        let id: AccountID
        switch try options.holder(name) {
        case .account(let account): id = account
        case .contract(let contract):
            // A contract has no trustlines.
            let client = try options.rpc.client(for: network, options.horizon)
            return HoldingList(
                of: contract, tokens: try TokenHolding.all(of: contract, by: client, pins: try context.contractPins()))
        }
        let tokens = try TokenHolding.all(of: id, on: network, in: context)
        var view = try options.ledger()
        try view.expect(try context.knownEntries(of: id, on: network))
        return try HoldingList(of: id, tokens: tokens, in: &view)
    }
}
