// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct SetTrustLineFlags: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "As an issuer, authorize an account to hold the asset, or revoke it.",
        discussion: """
            Flags: authorized, authorized_to_maintain_liabilities, trustline_clawback_enabled (which can only be cleared).
            Example: coldstar-build set-trust-line-flags --network testnet --source G... --trustor G... --asset USDC:G... \\
              --set-flags authorized
            """)

    @Option(help: "The trustline's account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var trustor: String

    @Option(help: "CODE:ISSUER; the issuer is the account that acts.", completion: Completion.assets)
    var asset: String

    @Option(help: "Flags to clear.")
    var clearFlags: String?

    @Option(help: "Flags to set.")
    var setFlags: String?

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try draft.ownAsset(asset, "--asset")
        guard setFlags != nil || clearFlags != nil else {
            throw Failure(.usage, "nothing to change: --set-flags or --clear-flags")
        }
        let set =
            try setFlags.map { text throws(Failure) in try FlagNames.trustLine.bits(of: text, "--set-flags") } ?? 0
        let clear =
            try clearFlags.map { text throws(Failure) in
                try FlagNames.trustLine.bits(of: text, "--clear-flags")
            } ?? 0
        let clawback: UInt32 = 4
        guard set & clawback == 0 else {
            throw Failure(
                .badInput, "--set-flags: trustline_clawback_enabled can only be cleared")
        }
        guard set & clear == 0 else {
            throw Failure(.badInput, "--set-flags and --clear-flags both contain the same flag")
        }
        guard set != 3 else {
            throw Failure(
                .badInput, "--set-flags: authorized cannot be combined with authorized_to_maintain_liabilities")
        }
        let trustor = try draft.accountID(trustor, "--trustor")
        return .setTrustLineFlags(
            SetTrustLineFlagsOp(trustor: trustor, asset: asset, clearFlags: clear, setFlags: set))
    }
}
