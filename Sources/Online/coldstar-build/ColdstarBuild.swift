// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell

@main
struct ColdstarBuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-build",
        abstract: "Builds unsigned transactions on a networked machine, to be signed on one that is not.",
        discussion: """
            A signing request goes to standard output or --out FILE; carry it to the machine with the key and run
            coldstar-sign. Every request is kept in the journal, so that the signer's response alone is enough to submit.
            """,
        version: Program.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Payments and accounts",
                subcommands: [
                    Payment.self, CreateAccount.self, PathPayment.self, MergeAccount.self, Trust.self, ChangeTrust.self,
                    SetOptions.self, ManageData.self, BumpSequence.self,
                ]),
            CommandGroup(
                name: "Offers and pools",
                subcommands: [
                    ManageSellOffer.self, ManageBuyOffer.self, CreatePassiveSellOffer.self, LiquidityPoolDeposit.self,
                    LiquidityPoolWithdraw.self,
                ]),
            CommandGroup(
                name: "Claimable balances and sponsorship",
                subcommands: [
                    CreateClaimableBalance.self, ClaimClaimableBalance.self, BeginSponsoringFutureReserves.self,
                    EndSponsoringFutureReserves.self, RevokeSponsorship.self,
                ]),
            CommandGroup(
                name: "Issuers",
                subcommands: [SetTrustLineFlags.self, AllowTrust.self, Clawback.self, ClawbackClaimableBalance.self]),
            CommandGroup(
                name: "Smart contracts",
                subcommands: [InvokeHostFunction.self, ExtendFootprintTTL.self, RestoreFootprint.self]),
            CommandGroup(
                name: "Whole transactions, and messages",
                subcommands: [
                    Batch.self, FeeBump.self, Cancel.self, Compose.self, Convert.self, Message.self, Inflation.self,
                ]),
            CommandGroup(name: "Anchors", subcommands: [Challenge.self, Withdrawal.self]),
            CommandGroup(
                name: "Contacts and lookups",
                subcommands: [ManageContacts.self, ManageRequests.self, Lookup.self, Overview.self, Fund.self]),
        ])

    static func main() {
        Program.main(
            Self.self,
            prepare: { command throws(Failure) in
                if command is any RefusesEmptyOptions { try EmptyOption.check(command) }
            })
    }
}

/// A command that rejects empty option values.
private protocol RefusesEmptyOptions {}

extension Challenge: RefusesEmptyOptions {}
extension Withdrawal: RefusesEmptyOptions {}
extension LookupAccount: RefusesEmptyOptions {}
extension LookupAnchors: RefusesEmptyOptions {}
extension LookupAssets: RefusesEmptyOptions {}
extension LookupFederation: RefusesEmptyOptions {}
extension LookupPayments: RefusesEmptyOptions {}
extension LookupToml: RefusesEmptyOptions {}
