// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// What an issuer does to the trustlines of others.
extension Preflight {
    /// The two bits of a trustline's flags that say what its owner may do, and the one that lets the issuer claw back.
    private static var authorized: UInt32 { 1 }
    private static var maintains: UInt32 { 2 }
    private static var clawback: UInt32 { 4 }

    mutating func apply(_ allow: AllowTrustOp, at index: Int, from source: AccountID) throws(Failure) {
        let asset = Asset(allow.asset, issuer: source)
        guard let line = try line(of: allow.trustor, for: asset, at: index) else { return }
        let isLess = allow.authorize == 0 || line.isAuthorized && allow.authorize == Self.maintains
        try change(
            line, asset, of: allow.trustor, clear: Self.authorized | Self.maintains, set: allow.authorize,
            isLess: isLess, at: index, by: source)
    }

    mutating func apply(_ flags: SetTrustLineFlagsOp, at index: Int, from source: AccountID) throws(Failure) {
        guard let line = try line(of: flags.trustor, for: flags.asset, at: index) else { return }
        let isLess =
            flags.clearFlags & (Self.authorized | Self.maintains) != 0 && flags.setFlags & Self.authorized == 0
        try change(
            line, flags.asset, of: flags.trustor, clear: flags.clearFlags, set: flags.setFlags, isLess: isLess,
            at: index, by: source)
    }

    /// - Parameter isLess: whether the owner may do less behind it, which not every issuer can bring about.
    private mutating func change(
        _ line: Holdings.Line, _ asset: Asset, of owner: AccountID, clear: UInt32, set: UInt32, isLess: Bool,
        at index: Int, by issuer: AccountID
    ) throws(Failure) {
        let before = line.isAuthorized ? Self.authorized : line.maintainsLiabilities ? Self.maintains : 0
        let after = before & ~clear | set & (Self.authorized | Self.maintains)
        if isLess, try account(issuer)?.isRevocable == false {
            complain(
                "op_cant_revoke", at: index,
                "\(issuer.address) may not take back that \(owner.address) holds \(asset.text)",
                hint: "coldstar-build set-options --set-flags revocable on the issuer comes first")
        }
        if after == Self.authorized | Self.maintains {
            complain(
                "op_invalid_state", at: index,
                "\(owner.address) would be both authorized for \(asset.text) and only allowed to keep its offers")
        }
        holdings[owner]?.lines[asset]?.isAuthorized = after & Self.authorized != 0
        holdings[owner]?.lines[asset]?.maintainsLiabilities = after != 0
        if clear & Self.clawback != 0 { holdings[owner]?.lines[asset]?.isClawbackEnabled = false }
    }

    mutating func apply(_ clawback: ClawbackOp, at index: Int) throws(Failure) {
        let owner = clawback.from.account
        guard let line = try line(of: owner, for: clawback.asset, at: index) else { return }
        if !line.isClawbackEnabled {
            complain(
                "op_not_clawback_enabled", at: index,
                "the trustline of \(owner.address) for \(clawback.asset.text) was made without the right to claw back")
        }
        let amount = Int128(clawback.amount)
        if line.balance - line.selling < amount {
            complain(
                "op_underfunded", at: index,
                "\(owner.address) has \(Self.units(line.balance - line.selling)) \(clawback.asset.code) to claw back, "
                    + "not \(Self.units(amount))")
        }
        holdings[owner]?.lines[clawback.asset]?.balance -= amount
    }

    /// Somebody's trustline, which an issuer can change only when it is there.
    private mutating func line(of owner: AccountID, for asset: Asset, at index: Int) throws(Failure) -> Holdings.Line? {
        guard mayAsk(owner) else {
            leaveOpen(index, "the trustline of \(owner.address)")
            return nil
        }
        if let line = try account(owner)?.lines[asset] { return line }
        complain("op_no_trust", at: index, "\(owner.address) has no trustline for \(asset.text)")
        return nil
    }
}
