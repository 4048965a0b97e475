// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

struct AllowTrust: OperationCommand {
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

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let flags = authorize == "none" ? 0 : try FlagNames.trustLine.bits(of: authorize, "--authorize")
        guard flags <= 2 else {
            throw Failure(.badInput, "--authorize: must be none, authorized or authorized_to_maintain_liabilities")
        }
        let code = try code(issuedBy: draft.actor)
        return .allowTrust(
            AllowTrustOp(trustor: try draft.accountID(trustor, "--trustor"), asset: code, authorize: flags))
    }

    private func code(issuedBy issuer: AccountID) throws(Failure) -> AssetCode {
        let made: Asset
        do { made = try Asset(code: asset, issuer: issuer) } catch {
            throw Failure(.badInput, "--asset: \(error.message)", hint: "give only the code")
        }
        switch made {
        case .creditAlphanum4(let credit): return .creditAlphanum4(credit.assetCode)
        case .creditAlphanum12(let credit): return .creditAlphanum12(credit.assetCode)
        case .native: preconditionFailure("a code with an issuer is not native")
        }
    }
}
