// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

// The commands of operations that are built from their options alone.

enum CreateAccount: BuildCommand { static let spec = OperationSpec.createAccount }
enum MergeAccount: BuildCommand { static let spec = OperationSpec.mergeAccount }
enum SetOptions: BuildCommand { static let spec = OperationSpec.setOptions }
enum ManageData: BuildCommand { static let spec = OperationSpec.manageData }
enum BumpSequence: BuildCommand { static let spec = OperationSpec.bumpSequence }
enum ChangeTrust: BuildCommand { static let spec = OperationSpec.changeTrust }
enum ManageSellOffer: BuildCommand { static let spec = OperationSpec.manageSellOffer }
enum ManageBuyOffer: BuildCommand { static let spec = OperationSpec.manageBuyOffer }
enum CreatePassiveSellOffer: BuildCommand { static let spec = OperationSpec.createPassiveSellOffer }
enum LiquidityPoolDeposit: BuildCommand { static let spec = OperationSpec.liquidityPoolDeposit }
enum LiquidityPoolWithdraw: BuildCommand { static let spec = OperationSpec.liquidityPoolWithdraw }
enum CreateClaimableBalance: BuildCommand { static let spec = OperationSpec.createClaimableBalance }
enum ClaimClaimableBalance: BuildCommand { static let spec = OperationSpec.claimClaimableBalance }
enum BeginSponsoringFutureReserves: BuildCommand { static let spec = OperationSpec.beginSponsoring }
enum EndSponsoringFutureReserves: BuildCommand { static let spec = OperationSpec.endSponsoring }
enum RevokeSponsorship: BuildCommand { static let spec = OperationSpec.revokeSponsorship }
enum SetTrustLineFlags: BuildCommand { static let spec = OperationSpec.setTrustLineFlags }
enum AllowTrust: BuildCommand { static let spec = OperationSpec.allowTrust }
enum Clawback: BuildCommand { static let spec = OperationSpec.clawback }
enum ClawbackClaimableBalance: BuildCommand { static let spec = OperationSpec.clawbackClaimableBalance }
enum InvokeHostFunction: BuildCommand { static let spec = OperationSpec.invokeHostFunction }
enum ExtendFootprintTTL: BuildCommand { static let spec = OperationSpec.extendFootprintTTL }
enum RestoreFootprint: BuildCommand { static let spec = OperationSpec.restoreFootprint }
enum Inflation: BuildCommand { static let spec = OperationSpec.inflation }

struct PathPayment: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path-payment", abstract: "Send one asset, converted to another for the destination.",
        subcommands: [Build<StrictSend>.self, Build<StrictReceive>.self])

    enum StrictSend: BuildCommand { static let spec = OperationSpec.strictSend }
    enum StrictReceive: BuildCommand { static let spec = OperationSpec.strictReceive }
}

struct Trust: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Add or remove a trustline: the permission to hold an asset.",
        subcommands: [Build<Add>.self, Build<Remove>.self])

    enum Add: BuildCommand { static let spec = OperationSpec.trustAdd }
    enum Remove: BuildCommand { static let spec = OperationSpec.trustRemove }
}
