// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// Flags of a trustline that the asset's issuer sets or clears.
package struct TrustLineFlagsInput: OperationInput {
    private let trustor: String
    private let asset: String
    private let clearFlags: String?
    private let setFlags: String?

    package init(trustor: String, asset: String, clearFlags: String? = nil, setFlags: String? = nil) {
        self.trustor = trustor
        self.asset = asset
        self.clearFlags = clearFlags
        self.setFlags = setFlags
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try draft.ownAsset(asset, .asset)
        guard setFlags != nil || clearFlags != nil else {
            throw Failure(.usage, "nothing to change: \(field: .setFlags) or \(field: .clearFlags)")
        }
        let set =
            try setFlags.map { text throws(Failure) in try FlagNames.trustLine.bits(of: text, .setFlags) } ?? 0
        let clear =
            try clearFlags.map { text throws(Failure) in
                try FlagNames.trustLine.bits(of: text, .clearFlags)
            } ?? 0
        let clawback: UInt32 = 4
        guard set & clawback == 0 else {
            throw Failure(
                .badInput, .setFlags, "trustline_clawback_enabled can only be cleared")
        }
        guard set & clear == 0 else {
            throw Failure(.badInput, "\(field: .setFlags) and \(field: .clearFlags) both contain the same flag")
        }
        guard set != 3 else {
            throw Failure(
                .badInput, .setFlags, "authorized cannot be combined with authorized_to_maintain_liabilities")
        }
        let trustor = try draft.accountID(trustor, .trustor)
        return .setTrustLineFlags(
            SetTrustLineFlagsOp(trustor: trustor, asset: asset, clearFlags: clear, setFlags: set))
    }
}
