// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct SetTrustLineFlags: OperationArguments {
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

    func operation() -> any OperationInput {
        TrustLineFlagsInput(trustor: trustor, asset: asset, clearFlags: clearFlags, setFlags: setFlags)
    }
}
