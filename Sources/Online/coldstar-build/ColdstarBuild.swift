// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Submitting
import Terminal

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
                name: "Every day",
                subcommands: [
                    Payment.self, Batch.self, Repeat.self, ManageRequests.self, ManageContacts.self, Lookup.self,
                    Overview.self,
                ]),
            CommandGroup(
                name: "Payments and accounts",
                subcommands: [
                    Build<CreateAccount>.self, PathPayment.self, Build<MergeAccount>.self, Trust.self,
                    Build<ChangeTrust>.self,
                    Build<SetOptions>.self, Signers.self, Build<ManageData>.self, Build<BumpSequence>.self,
                ]),
            CommandGroup(
                name: "Offers and pools",
                subcommands: [
                    Build<ManageSellOffer>.self, Build<ManageBuyOffer>.self, Build<CreatePassiveSellOffer>.self,
                    Build<LiquidityPoolDeposit>.self,
                    Build<LiquidityPoolWithdraw>.self,
                ]),
            CommandGroup(
                name: "Claimable balances and sponsorship",
                subcommands: [
                    Build<CreateClaimableBalance>.self, Build<ClaimClaimableBalance>.self,
                    Build<BeginSponsoringFutureReserves>.self,
                    Build<EndSponsoringFutureReserves>.self, Build<RevokeSponsorship>.self,
                ]),
            CommandGroup(
                name: "Issuers",
                subcommands: [
                    Build<SetTrustLineFlags>.self, Build<AllowTrust>.self, Build<Clawback>.self,
                    Build<ClawbackClaimableBalance>.self,
                ]),
            CommandGroup(
                name: "Smart contracts",
                subcommands: [
                    Invoke.self, ManageToken.self, Simulate.self, Authorization.self, Build<InvokeHostFunction>.self,
                    Build<ExtendFootprintTTL>.self, Build<RestoreFootprint>.self,
                ]),
            CommandGroup(
                name: "Whole transactions, and messages",
                subcommands: [
                    Rebuild.self, FeeBump.self, Cancel.self, Compose.self, Convert.self,
                    Message.self,
                    Build<Inflation>.self,
                ]),
            CommandGroup(name: "Anchors", subcommands: [Challenge.self, Withdrawal.self]),
            CommandGroup(
                name: "This machine, and test networks",
                subcommands: [ManageConfiguration.self, ManageContracts.self, Fund.self]),
        ])

    static func main() {
        Program.main(
            Self.self, libraries: LinkedLibrary.online,
            prepare: { command throws(Failure) in
                if command is any RefusesEmptyOptions { try EmptyOption.check(command) }
            }, pager: ExternalPager.show,
            aliases: ["--from": "--source", "--account": "--source", "--to": "--destination"],
            guidance: { () throws(Failure) in try OnlineNextStep.guide("coldstar-build") })
    }
}

/// A command that rejects empty option values.
protocol RefusesEmptyOptions {}
