// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct AllowTrust: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract:
            "As an issuer, authorize an account to hold the asset, or revoke it (older form of set-trust-line-flags).",
        discussion: """
            Example: coldstar-build allow-trust --network testnet --source G... --trustor G... --asset USDC \\
              --authorize authorized
            """)

    @Option(help: "The trustline's account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var trustor: String

    @Option(help: "The asset's code; the issuer is the operation's source account.")
    var asset: String

    @Option(help: "none, authorized, or authorized_to_maintain_liabilities.")
    var authorize: String

    func operation() -> any OperationInput { AllowTrustInput(trustor: trustor, asset: asset, authorize: authorize) }
}
