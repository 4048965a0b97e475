// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR
import TextCodec

/// The older form of `TrustLineFlagsInput`: authorizes an account to hold the issuer's asset, or revokes it.
package struct AllowTrustInput: OperationInput {
    private let trustor: String
    private let asset: String
    private let authorize: String

    package init(trustor: String, asset: String, authorize: String) {
        self.trustor = trustor
        self.asset = asset
        self.authorize = authorize
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let flags = authorize == "none" ? 0 : try FlagNames.trustLine.bits(of: authorize, .authorize)
        guard flags <= 2 else {
            throw Failure(.badInput, .authorize, "must be none, authorized or authorized_to_maintain_liabilities")
        }
        let code = try code(issuedBy: draft.actor)
        return .allowTrust(
            AllowTrustOp(trustor: try draft.accountID(trustor, .trustor), asset: code, authorize: flags))
    }

    private func code(issuedBy issuer: AccountID) throws(Failure) -> AssetCode {
        let made: Asset
        do { made = try Asset(code: asset, issuer: issuer) } catch {
            throw Failure(.badInput, .asset, "\(error.message)", hint: "give only the code")
        }
        switch made {
        case .creditAlphanum4(let credit): return .creditAlphanum4(credit.assetCode)
        case .creditAlphanum12(let credit): return .creditAlphanum12(credit.assetCode)
        case .native: preconditionFailure("a code with an issuer is not native")
        }
    }
}
