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

struct Lookup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Ask the network.",
        subcommands: [
            LookupAccount.self, LookupAssets.self, LookupPayments.self, LookupTransaction.self, LookupAnchors.self,
            LookupToml.self,
            LookupFederation.self, LookupFees.self, LookupPaths.self, LookupContract.self, LookupToken.self,
        ])

    /// Options of all lookups.
    struct Options: ParsableArguments {
        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var network: OnlineNetworkOptions
        @OptionGroup var horizon: HorizonOptions
        @OptionGroup var rpc: RPCOptions
        @OptionGroup var home: HomeOptions

        var context: OnlineContext { OnlineContext(home: home, horizon: horizon, rpc: rpc) }

        /// The ledger, of Horizon or of Stellar RPC alone.
        func ledger() throws(Failure) -> AnyLedger {
            var notices: [Notice] = []
            defer { for notice in notices { Console.message(notice) } }
            return try context.ledger(of: try network.required(), noting: &notices)
        }

        /// An account by address, contact's name or federation name; without a name, the user's own.
        func account(_ name: String?) throws(Failure) -> AccountID {
            let text = try Settings.requiredAccount(name, "<account>")
            var finder = AccountFinder(context)
            let field = FieldID.words("the account")
            let found = try finder.find(try field.value(of: text), field)
            tell(.account(found))
            return found.account.account
        }

        /// An account or a contract, as above.
        func holder(_ name: String?) throws(Failure) -> TokenHolder {
            let text = try Settings.requiredAccount(name, "<account>")
            var finder = AccountFinder(context)
            let field = FieldID.words("the account")
            let found = try finder.recipient(try field.value(of: text), field)
            let address = found.address
            guard address.account != nil || address.id == nil else {
                throw Failure(
                    .badInput, field, "\(address.address) is one user of a contract, which alone knows what is whose",
                    hint: "the contract is \(address.holder.strKey.text)")
            }
            tell(found)
            return address.holder
        }

        /// Says whom a name stands for.
        private func tell(_ found: FoundRecipient) {
            var names = AccountNames()
            names.add(found)
            for line in names.lines { Console.message(Wording(line)) }
        }

        /// Writes the result to standard output, as a document or as text.
        func print(_ result: some Presentable) throws(Failure) { try Console.result(result, asDocument: json) }
    }
}

struct LookupFees: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fees", abstract: "What recent transactions paid, in stroops for an operation.",
        discussion: "Example: coldstar-build lookup fees --network public")

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let ledger = try options.ledger()
        if let horizon = ledger.horizon { return try options.print(try RecentFees(by: horizon)) }
        if let rpc = ledger.rpc { try options.print(try RecentRPCFees(by: rpc)) }
    }
}
